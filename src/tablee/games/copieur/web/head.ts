/** The title of a screen: an instruction to who is waited for, the news to everybody else. */
import type { Seat, Words } from '$lib/game';
import type { Head } from '$lib/head';
import { isSeat, nameOf, type Phase } from './classroom';
import type { CopieurBoard, CopieurFrame } from './types';

export function headOf(frame: CopieurFrame, phase: Phase, words: Words, me: Seat | null): Head {
  const { board } = frame;
  const { active, die } = board;
  const say = (key: string): string => words.label(`screen.${key}`, { seat: active, number: die });
  switch (phase) {
    case 'look': {
      const isDone = me !== null && !frame.asks.some((ask) => ask.awaited.includes(me));
      return { title: say('look'), text: say(isDone ? 'look.done' : 'look.text') };
    }
    case 'roll':
      return me === active
        ? { title: words.label('ask.roll.title'), text: say(`roll.${board.tile}`) }
        : { title: say('roll'), text: say(`roll.${board.tile}`) };
    case 'play':
      return playHead(board, words, me);
    case 'tell':
      return {
        title: say(me === active ? 'tell.mine' : 'tell'),
        text: say(me === active ? 'tell.mine.text' : 'tell.text'),
      };
    case 'question': {
      if (me === active) return { title: words.label('board.role.teacher@seat'), text: say('question.mine') };
      return { title: words.label('board.question', { operation: board.question }), text: say('question.text') };
    }
    case 'shown':
      return shownHead(board, words);
    default:
      return { title: '', text: '' };
  }
}

function playHead(board: CopieurBoard, words: Words, me: Seat | null): Head {
  const { active, die, pointed, role } = board;
  const facts = { seat: active, number: die };
  if (me === active) {
    if (role === null) return { title: words.label('ask.play.title'), text: words.label('screen.play.mine', facts) };
    return { title: words.label('screen.play.find', facts), text: words.label('screen.play.find.text', facts) };
  }
  if (role === null)
    return { title: words.label('screen.play.rolled', facts), text: words.label('screen.play.rolled.text', facts) };
  const title = words.label('screen.play.seeks', facts);
  if (pointed === null) return { title, text: words.label('screen.play.seeks.text', facts) };
  if (pointed === me) return { title, text: words.label('screen.play.eyes.you', facts) };
  const whose = isSeat(pointed, board) ? 'screen.play.eyes' : 'screen.play.eyes.centre';
  return { title, text: words.label(whose, { seat: active, to: pointed, place: nameOf(pointed, board, words) }) };
}

function shownHead(board: CopieurBoard, words: Words): Head {
  const [shown] = board.shown;
  const facts = { seat: board.active, number: shown?.number ?? board.die };
  if (board.ranking.length > 0)
    return { title: words.label('screen.ranking'), text: words.label('screen.shown.ranking', facts) };
  if (board.role === 'teacher')
    return { title: words.label('screen.shown.correction'), text: words.label('screen.shown.correction.text', facts) };
  const title = words.label('ask.shown.title');
  if (shown === undefined) return { title, text: '' };
  const text = isSeat(shown.place, board)
    ? words.label('screen.shown.seat', { to: shown.place, number: shown.number })
    : words.label('screen.shown.centre', { number: shown.number, place: nameOf(shown.place, board, words) });
  return { title, text };
}
