/** The title of a seat: an instruction to who is asked, the news to everybody else. */
import type { Seat, Words } from '$lib/game';
import type { Head } from '$lib/head';
import { capitals } from './letters';
import { phaseOf, silenceOf } from './round';
import type { VoyellesFrame } from './types';

/** `mine`: this seat may answer. */
export function headOf(frame: VoyellesFrame, words: Words, me: Seat | null, mine: boolean): Head {
  const { board } = frame;
  const phase = phaseOf(frame);
  const round = words.label('board.round', { number: board.round });
  const letters = capitals(board.letters);
  switch (phase) {
    case 'turn':
      if (mine) return { title: words.label('ask.turn.title'), text: words.label('screen.turn.text') };
      return { title: words.label('board.turner', { seat: board.turner }), text: round };
    case 'mic': {
      const silence = me === null ? null : silenceOf(board, me);
      if (silence !== null)
        return { title: words.label('screen.listen'), text: words.label('screen.mic.title', { letters }) };
      return {
        title: words.label('screen.mic.title', { letters }),
        text: words.label(mine ? 'screen.mic.text' : 'board.microphone.free'),
      };
    }
    case 'speak':
      if (mine) return { title: words.label('ask.speak.title'), text: words.label('screen.speak.text', { letters }) };
      return {
        title: words.label('board.microphone.held', { seat: board.speaker }),
        text: words.label('screen.speak.wait'),
      };
    case 'again':
      if (mine) return { title: words.label('ask.again.title'), text: words.label('screen.again.text') };
      return {
        title: words.label('screen.again.wait', { seat: board.speaker }),
        text: words.label('board.why.unknown'),
      };
    case 'dispute':
    case 'jury':
      return mine
        ? { title: words.label(`ask.${phase}.title`), text: words.label('screen.judge.text', { seat: board.speaker }) }
        : {
            title: words.label(`screen.${phase}.wait`),
            text: words.label('screen.judge.text', { seat: board.speaker }),
          };
    default:
      return { title: '', text: '' };
  }
}
