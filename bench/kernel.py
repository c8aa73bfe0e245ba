"""scratch"""
import time, sys
sys.path.insert(0,"examples")
from morpion import GAME
from tablee.kernel.game import *
from tablee.kernel.luck import *
from tablee.kernel.table import *

def rules(game, luck, n):
    steps=0
    for _ in range(n):
        s=game.setup(Options(),(None,None),0,luck,1)
        now=0
        while True:
            asks=game.asks(s)
            if not asks: break
            seat=asks[0].seats[0]
            v=game.look(s,Viewer(seat,True),game.board(s),asks)
            m=game.moves(v,luck)
            a=m[luck.below(len(m))]
            assert game.check(s,seat,a) is None
            s=game.step(s,seat,a,now,luck)
            steps+=1
    return steps
def full(game, luck,n):
    steps=0
    seed=seed_from("x")
    for _ in range(n):
        t=open_table(game,Options(),(None,None),seed)
        while t.asks:
            ask=t.asks[0]
            seat=ask.seats[0]
            views=[t.view(SCREEN)]+[t.view(Viewer(i,True)) for i in range(2)]
            m=game.moves(views[seat+1],luck)
            assert t.play(seat,ask.id,m[luck.below(len(m))],0) is None
            steps+=1
    return steps
for f in (rules,full):
    best=0
    for _ in range(5):
        t=time.process_time(); n=f(GAME,SeededLuck(seed_from(1)),4000); best=max(best,n/(time.process_time()-t))
    print(f.__name__, round(best))
