/** The title of a screen: an instruction to who has something to do, the news to everybody else. */
import type { Seat, Words } from '$lib/game';
import type { Head } from '$lib/head';
import { TEAMS, teamOf } from './table';
import type { FilBoard, FilHand, Reminder } from './types';

export interface Where {
  board: FilBoard;
  hand: FilHand | null;
  words: Words;
  me: Seat | null;
  /** May this seat do something now? */
  mine: boolean;
}

export function headOf(where: Where): Head {
  const { board, words, me, mine } = where;
  const seat = board.braincat ?? 0;
  const isCat = me !== null && me === board.braincat;
  switch (board.phase) {
    case 'volunteer':
      return { title: words.label('ask.volunteer.title'), text: words.label('screen.volunteer.text') };
    case 'theme':
      if (isCat)
        return {
          title: words.label('ask.theme.title'),
          text: board.barred === null ? words.label('screen.theme.text') : words.label('screen.theme.other'),
        };
      return { title: words.label('screen.theme.wait', { seat }), text: roundText(board, words) };
    case 'wish':
      return {
        title: words.label(isCat || me === null ? 'screen.wish.wait' : 'screen.wish.title'),
        text: words.label('screen.wish.text'),
      };
    case 'look':
      return isCat
        ? lookHead(where)
        : { title: words.label('screen.look.wait', { seat }), text: words.label('screen.look.text') };
    case 'paw':
      if (isCat)
        return {
          title: words.label('screen.paw.title'),
          text: words.label(board.mood === 'rebours' ? 'screen.paw.far' : 'screen.paw.near'),
        };
      return { title: words.label('screen.paw.wait', { seat }), text: words.label('screen.paw.hush') };
    case 'debate':
      return {
        title: words.label(isCat ? 'screen.cat.title' : me === null ? 'screen.debate.title' : debateTitle(board, me)),
        text: debateText(board, words),
      };
    case 'step':
    case 'point':
      return familyHead(where);
    case 'duel':
      return duelHead(board, words, me);
    case 'expose':
      if (isCat) return { title: words.label('ask.expose.title'), text: words.label('screen.expose.text') };
      return { title: words.label('screen.expose.wait', { seat }), text: words.label('screen.expose.hope') };
    case 'choose':
      if (isCat) return { title: words.label('screen.choose.cat'), text: words.label('board.silence.cat') };
      return {
        title: words.label(me === null || mine ? 'ask.choose.title' : 'screen.choose.done'),
        text: words.label('screen.paws', { count: board.paws.length }),
      };
    case 'recap':
      return {
        title: words.label(board.story?.found ? 'story.found' : 'story.lost'),
        text: words.label('story.title'),
      };
    case 'slam':
      return { title: words.label('ask.slam.title'), text: words.label('screen.slam.text') };
    default:
      return endHead(board, words);
  }
}

export const roundText = (board: FilBoard, words: Words): string =>
  words.label('board.round', { number: board.round, rounds: board.rounds });

/** How hard one must look: by what there will be to remind of it. */
const REMINDED: Record<Reminder, string> = {
  '': 'board.mystery.look',
  memocat: 'board.mystery.memocat',
  card: 'screen.look.kept',
};

function lookHead({ board, hand, words }: Where): Head {
  if (board.looked === 0) {
    return { title: words.label('screen.look.mystery'), text: words.label(REMINDED[hand?.reminder ?? '']) };
  }
  // Those still face down, and this one among them: all but the Mystery card are leads.
  return {
    title: words.label('screen.look.lead'),
    text: hand?.lead ? words.label('board.lead', { number: board.looked, cards: board.face_down - 1 }) : '',
  };
}

function debateTitle(board: FilBoard, me: Seat): string {
  if (board.votes[me] === null) return 'ask.debate.title';
  return board.confirmed[me] ? 'screen.debate.done' : 'screen.debate.confirm';
}

/** What is still to be had, and what it would bring. */
function debateText(board: FilBoard, words: Words): string {
  const clues =
    board.clues_left > 0 ? words.label('board.clues_left', { count: board.clues_left }) : words.label('board.no_clue');
  return board.worth === null ? `${clues}.` : `${clues}. ${words.label('board.worth', { points: board.worth })}.`;
}

function familyHead({ board, words, me, mine }: Where): Head {
  const isPointing = board.phase === 'point';
  const text = isPointing
    ? words.label('screen.point.text')
    : words.label('screen.turn', { number: board.turn, team: TEAMS[board.leader] ?? 'red' });
  if (me !== null && me === board.braincat) return { title: words.label('screen.cat.title'), text };
  if (me === null || (isPointing && teamOf(board, me) !== board.pointing)) {
    return {
      title: isPointing
        ? words.label('screen.point.wait', { team: TEAMS[board.pointing ?? 0] ?? 'red' })
        : words.label('ask.step.title'),
      text,
    };
  }
  return { title: words.label(mine ? (isPointing ? 'ask.point.title' : 'ask.vote.title') : 'screen.step.done'), text };
}

function duelHead(board: FilBoard, words: Words, me: Seat | null): Head {
  const [seat, by] = board.duel?.seats ?? [0, 0];
  const text = words.label('screen.duel.text', { team: board.duel?.team ?? 'red' });
  return {
    title: me === seat || me === by ? words.label('ask.duel.title') : words.label('board.duel', { seat, by }),
    text,
  };
}

/** How the game ended. Who won is in the scores and in the outcome; this only puts it into words. */
export function endHead(board: FilBoard, words: Words): Head {
  const best = Math.max(...board.scores);
  if (board.options.mode === 'equipes') {
    const [red, blue] = board.scores;
    return red === blue
      ? { title: words.label('end.adopted'), text: words.label('screen.end.both', { count: best }) }
      : {
          title: words.label('end.adopted'),
          text: words.label('screen.end.team', { team: red === best ? 'red' : 'blue', count: best }),
        };
  }
  if (board.options.mode === 'chacun') {
    const winners = board.scores.flatMap((score, seat) => (score === best ? [seat] : []));
    return {
      title: words.label('end.adopted'),
      text:
        winners.length === 1
          ? words.label('end.won', { winner: winners[0] ?? 0, count: best })
          : words.label('end.tie', { winners, count: best }),
    };
  }
  return {
    title: '',
    text: words.label(board.options.mode === 'humeurs' ? 'board.score' : 'board.score.found', { count: best }),
  };
}
