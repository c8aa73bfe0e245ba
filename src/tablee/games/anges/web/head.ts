/** The title of a seat: an instruction to who is waited for, the news to everybody else. */
import type { Seat, Words } from '$lib/game';
import type { Head } from '$lib/head';
import type { Phase } from './cards';
import type { AngesBoard } from './types';

interface Where {
  board: AngesBoard;
  phase: Phase;
  words: Words;
  me: Seat | null;
  /** Is this seat waited for? */
  mine: boolean;
  /** Are the cards being turned over? */
  turning: boolean;
}

export function headOf({ board, phase, words, me, mine, turning }: Where): Head {
  const { announcer, listener, claim } = board;
  const values = claim ?? [];
  switch (phase) {
    case 'announce':
      if (mine)
        return {
          title: words.label('ask.announce.title', { to: listener }),
          text: words.label('screen.announce.text'),
        };
      if (me === listener)
        return {
          title: words.label('screen.announce.you', { seat: announcer }),
          text: words.label('screen.announce.you.text'),
        };
      return {
        title: words.label('screen.announce.wait', { seat: announcer, to: listener }),
        text: words.label('board.turn', { number: board.turn }),
      };
    case 'decide':
      if (mine)
        return { title: words.label('ask.decide.title'), text: words.label('board.said', { seat: announcer, values }) };
      if (me === announcer)
        return {
          title: words.label('screen.decide.wait', { seat: listener }),
          text: words.label('screen.decide.said', { values }),
        };
      return {
        title: words.label('screen.decide.wait', { seat: listener }),
        text: words.label('board.said', { seat: announcer, values }),
      };
    case 'keep':
      if (mine)
        return {
          title: words.label('ask.keep.title'),
          text: words.label('screen.keep.text', { seat: announcer, values }),
        };
      return {
        title: words.label('screen.keep.wait', { seat: listener }),
        text: words.label('screen.keep.wait.text', { seat: announcer, values }),
      };
    case 'share':
      if (turning)
        return {
          title: words.label(`screen.called.${board.answer}`),
          text: words.label('screen.turning', { seat: listener }),
        };
      return shareHead(board, words, me, mine);
    default:
      return { title: '', text: '' };
  }
}

/** Four ways to have won three cards, and two for those who look on. */
function shareHead(board: AngesBoard, words: Words, me: Seat | null, mine: boolean): Head {
  const { announcer, listener, winner, is_true } = board;
  const truth = is_true === true ? 'true' : 'false';
  if (mine) {
    const role = me === listener ? 'listener' : 'announcer';
    return {
      title: words.label('ask.share.title'),
      text: words.label(`screen.won.${role}.${truth}`, { seat: announcer, to: listener }),
    };
  }
  return {
    title: words.label('screen.share.wait', { seat: winner }),
    text: words.label(`screen.was_${truth}`, { seat: announcer }),
  };
}
