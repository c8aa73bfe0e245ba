import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TableStore } from '$lib/table.svelte';
import { House, type Line } from '$lib/testing/house';
import { ask, caption, lobby, place, showing, table } from '$lib/testing/things';
import { Handing } from './handing.svelte';

let store: TableStore;
let line: Line;
let handing: Handing;

beforeEach(async () => {
  localStorage.clear();
  const house = new House();
  store = new TableStore('MIEL');
  line = await house.letsIn();
  handing = new Handing(store);
});

afterEach(() => store.leave());

/** Four at the table; these seats share this device. */
function sit(...mine: number[]): void {
  line.tells(lobby(table([0, 1, 2, 3].map((number) => place(number))), mine));
  handing.follow();
}

/** The table asks these seats. */
function asks(...seats: number[]): void {
  for (const seat of store.mySeats)
    line.tells(showing(seat, { asks: seats.includes(seat) ? [ask(`to ${seat}`, { seats: [seat] })] : [] }));
  handing.follow();
}

function tells(...codes: string[]): void {
  line.tells(showing(null, { captions: codes.map((code) => caption(code)) }));
}

const now = () => ({ current: handing.current, curtain: handing.curtain, next: handing.next });

describe('a device of one’s own', () => {
  test('is in the hands of who sits there, without a curtain', () => {
    sit(2);
    expect(now()).toEqual({ current: 2, curtain: false, next: null });
    asks();
    expect(now()).toEqual({ current: 2, curtain: false, next: null });
  });

  test('at which nobody sits is nobody’s', () => {
    sit();
    expect(now()).toEqual({ current: null, curtain: false, next: null });
  });

  test('again, when the others have stood up', () => {
    sit(0, 2);
    asks(2);
    sit(0);
    expect(now()).toEqual({ current: 0, curtain: false, next: null });
  });
});

describe('a device for several', () => {
  test('goes first to who is asked, behind a curtain', () => {
    sit(0, 2);
    asks(2);
    expect(now()).toEqual({ current: 2, curtain: true, next: null });
  });

  test('goes to the first of them while nobody is asked', () => {
    sit(1, 3);
    expect(now()).toEqual({ current: 1, curtain: true, next: null });
  });

  test('goes to nobody of whom it does not know yet whether they are asked', () => {
    sit(1, 3);
    line.tells(showing(3, { asks: [ask('to 3', { seats: [3] })] }));
    handing.follow();
    expect(handing.current).toBe(3);
  });

  test('stays with who holds it until they pass it on', () => {
    sit(0, 2);
    asks(0);
    handing.lift();
    expect(now()).toEqual({ current: 0, curtain: false, next: null });
    asks(2);
    expect(now()).toEqual({ current: 0, curtain: false, next: 2 });
    handing.pass();
    expect(now()).toEqual({ current: 2, curtain: true, next: null });
    handing.lift();
    expect(handing.curtain).toBe(false);
  });

  test('is not passed on while its holder is still asked', () => {
    sit(0, 2);
    asks(0, 2);
    handing.lift();
    handing.follow();
    expect(now()).toEqual({ current: 0, curtain: false, next: null });
  });

  test('goes to nobody while nobody of them is asked', () => {
    sit(0, 2);
    asks(0);
    handing.lift();
    asks();
    expect(now()).toEqual({ current: 0, curtain: false, next: null });
  });

  test('goes round: the next one after the holder, not the first', () => {
    sit(0, 1, 2);
    asks(1);
    handing.lift();
    asks(0, 2);
    expect(handing.next).toBe(2);
    handing.pass();
    handing.lift();
    asks(0, 1);
    expect(handing.next).toBe(0);
  });

  test('whose curtain is down falls for somebody else, when it is their turn meanwhile', () => {
    sit(0, 2);
    asks(0);
    asks(2);
    expect(now()).toEqual({ current: 2, curtain: true, next: null });
  });

  test('whose curtain is down stays where it is while its holder is asked too', () => {
    sit(0, 2);
    asks(2);
    asks(0, 2);
    expect(now()).toEqual({ current: 2, curtain: true, next: null });
  });

  test('is given to the others when its holder has stood up', () => {
    sit(0, 1, 2);
    asks(1);
    handing.lift();
    sit(0, 2);
    asks(2);
    expect(now()).toEqual({ current: 2, curtain: true, next: null });
  });
});

describe('who gets it back', () => {
  const news = (seat: number): string[] => handing.news(seat).map((one) => one.code);

  test('reads what everybody was told since they gave it away', () => {
    sit(0, 2);
    asks(0);
    handing.lift();
    tells('a', 'b');
    asks(2);
    handing.pass();
    tells('c');
    tells('d');
    expect(news(0)).toEqual(['c', 'd']);
    handing.lift();
    asks(0);
    handing.pass();
    tells('e');
    expect(news(2)).toEqual(['e']);
  });

  test('and who has it for the first time, everything', () => {
    sit(0, 2);
    asks(0);
    tells('a', 'b');
    expect(news(2)).toEqual(['a', 'b']);
  });

  test('reads nothing where nothing happened', () => {
    sit(0, 2);
    asks(0);
    handing.lift();
    tells('a');
    asks(2);
    handing.pass();
    expect(news(0)).toEqual([]);
  });
});
