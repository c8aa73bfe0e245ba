import { beforeEach, describe, expect, test, vi } from 'vitest';
import { router, type Route } from './route.svelte';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  router.go('/');
});

describe('addresses', () => {
  test.each<[string, Route]>([
    ['/', { page: 'home' }],
    ['/t/MIEL', { page: 'table', code: 'MIEL' }],
    ['/t/miel/', { page: 'table', code: 'MIEL' }],
    ['/r/2026-11-18_a1', { page: 'replay', record: '2026-11-18_a1' }],
    ['/r/abc#12', { page: 'replay', record: 'abc' }],
    ['/l/pierres', { page: 'lesson', game: 'pierres' }],
    ['/evenings', { page: 'evenings' }],
    ['/club', { page: 'club' }],
    ['/pieces', { page: 'pieces' }],
  ])('%s', (path, route) => {
    router.go(path);
    expect(router.route).toEqual(route);
    expect(location.pathname + location.hash).toBe(path);
  });

  test.each(['/t/MIE', '/t/MIELS', '/t/M1EL', '/t/MIEL/more', '/r/', '/r/a.b', '/elsewhere', '/evenings/x'])(
    '%s is nowhere',
    (path) => {
      router.go(path);
      expect(router.route).toEqual({ page: 'nowhere' });
    },
  );
});

test('where one comes to, one begins at the top', () => {
  router.go('/club');
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
});

test('back is where one was', () => {
  router.go('/t/MIEL');
  history.replaceState(null, '', '/club');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(router.route).toEqual({ page: 'club' });
});

describe('a link is followed', () => {
  function click(parts: MouseEventInit = {}, element: HTMLElement = link()): MouseEvent {
    const event = new MouseEvent('click', { cancelable: true, ...parts });
    element.addEventListener('click', (heard) => {
      router.follow(heard);
      // What the page leaves to the browser, this test does not let it do.
      if (!heard.defaultPrevented) (heard as MouseEvent & { isLeft?: boolean }).isLeft = true;
    });
    element.dispatchEvent(event);
    return event;
  }

  function link(): HTMLAnchorElement {
    const anchor = document.createElement('a');
    anchor.href = '/r/abc#12';
    return anchor;
  }

  test('without loading the page anew', () => {
    expect(click().defaultPrevented).toBe(true);
    expect(router.route).toEqual({ page: 'replay', record: 'abc' });
    expect(location.hash).toBe('#12');
  });

  test.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { button: 1 }])(
    'unless the browser is asked for more: %j',
    (parts) => {
      expect(click(parts).defaultPrevented).toBe(false);
      expect(router.route).toEqual({ page: 'home' });
    },
  );

  test('only if it is one', () => {
    expect(click({}, document.createElement('button')).defaultPrevented).toBe(false);
    expect(router.route).toEqual({ page: 'home' });
  });
});
