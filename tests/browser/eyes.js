/* Comes into a page before its own scripts, and looks on: when has all that was told been drawn, what is there to see,
 * to reach and to hear? Everything is in `window.walk`. */
(() => {
  const STATES = ['pressed', 'selected', 'checked', 'disabled', 'expanded', 'hidden', 'current'];
  const TEXTS = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title'];
  const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';
  /** So many elements of one sort are looked at. */
  const FEW = 3;
  /** If so many sorts of elements are new, the whole page is. */
  const MANY = 8;
  const WRITABLE = 'input:not([type=radio], [type=checkbox], [type=range]), textarea';

  // --- What came over the line -----------------------------------------------------------------------------------------
  let fetching = 0;
  const fetched = window.fetch;
  window.fetch = async (...args) => {
    fetching += 1;
    try {
      const answer = await fetched(...args);
      return String(args[0]).startsWith('/api/words/') ? watched(answer) : answer;
    } finally {
      fetching -= 1;
    }
  };

  /** Words that were asked for and are not there; a fact that stands for itself is none of them. */
  const missing = new Set();
  function watched(answer) {
    const json = answer.json.bind(answer);
    answer.json = async () => {
      const words = await json();
      const facts = new Set([...JSON.stringify(words).matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      words.labels = new Proxy(words.labels, {
        get(labels, key) {
          if (!(key in labels) && !facts.has(key.split('.')[0])) missing.add(key);
          return labels[key];
        },
      });
      return words;
    };
    return answer;
  }

  const frame = () => new Promise(requestAnimationFrame);

  async function until(find) {
    for (;;) {
      const found = find();
      if (found) return found;
      await frame();
    }
  }

  let entering = null;
  let arriving = null;
  /** To another table, as a link inside the page leads there; at first the address has led here. */
  function enter(path = null) {
    const before = window.line;
    if (path !== null) {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }
    const isOpen = () => window.line !== before && window.line.readyState === WebSocket.OPEN;
    entering = until(() => isOpen() && document.querySelector('main .game'));
  }

  /** All that was told before this number is there, and drawn. */
  async function arrive(number) {
    await entering;
    await new Promise((done) => {
      const hear = ({ data }) => {
        if (!data.startsWith(`{"tell":"pong","sent":${number},`)) return;
        line.removeEventListener('message', hear);
        done();
      };
      line.addEventListener('message', hear);
      line.send(JSON.stringify({ id: `walk-${number}`, do: 'ping', sent: number }));
    });
    do {
      await frame();
      await frame();
    } while (fetching);
    await document.fonts.ready;
  }

  function setOut(number) {
    arriving = arrive(number);
  }

  // --- What is to be seen ----------------------------------------------------------------------------------------------
  const outline = (one) => one.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 160);
  /** The sorts of elements that have been judged. */
  const known = new Set();

  function sortOf(one) {
    const classes = [...one.classList].filter((name) => !name.startsWith('svelte-')).sort();
    const states = STATES.map((state) => one.getAttribute(`aria-${state}`));
    const marks = [one.getAttribute('role'), one.hasAttribute('tabindex'), one.hasAttribute('disabled')];
    return [one.localName, ...classes, ...states, ...marks].join(' ');
  }

  /** All that is said, which elements are of a new sort, and how many sorts those are. */
  function survey() {
    const said = new Set(document.body.innerText.split('\n').map((line) => line.trim()));
    const fresh = new Map();
    for (const one of document.querySelectorAll('body *')) {
      for (const text of TEXTS) if (one.hasAttribute(text)) said.add(one.getAttribute(text));
      const sort = sortOf(one);
      if (!known.has(sort)) fresh.set(sort, [...(fresh.get(sort) ?? []), one]);
    }
    for (const sort of fresh.keys()) known.add(sort);
    return { said: [...said], sorts: fresh.size, fresh: [...fresh.values()].flatMap((ones) => ones.slice(0, FEW)) };
  }

  let where = null;
  /** What axe-core finds wrong, by these rules, with what was new at the last look. */
  async function judge(options) {
    await window.stillness();
    const { violations } = await axe.run(where, { resultTypes: ['violations'], elementRef: false, ...options });
    const nodes = (one) => one.nodes.map(({ html, failureSummary }) => ({ html, failureSummary }));
    return violations.map((one) => ({ id: one.id, help: one.help, nodes: nodes(one) }));
  }

  /** All that is said, and what axe-core finds wrong: with all of it where much is new, else with what is new. */
  async function look() {
    await arriving;
    const { said, sorts, fresh } = survey();
    where = sorts < MANY ? { include: fresh } : document;
    return { said, missing: [...missing], isNew: sorts > 0, violations: sorts ? await judge({}) : [] };
  }

  /** Text that nobody sees who cannot scroll; `hair`: so many pixels nobody misses. */
  function cutOff(hair) {
    const cut = [];
    for (const one of document.querySelectorAll('main *')) {
      const isText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if (!isText || one.closest('.sr')) continue;
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      for (let holder = one.parentElement; holder !== null; holder = holder.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(holder);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        // Three dots say that there is more.
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') continue;
        const edge = holder.getBoundingClientRect();
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
      const over = Math.max(box.left - left, right - box.right, box.top - top, bottom - box.bottom);
      if (over > hair) cut.push(`${Math.round(over)} px of ${outline(one)}`);
    }
    for (const one of document.querySelectorAll('main, main .game, main .game > *'))
      if (one.scrollHeight > one.clientHeight + hair)
        cut.push(`${one.className}: ${one.scrollHeight} px in ${one.clientHeight}`);
    return cut;
  }

  // --- What a keyboard reaches -----------------------------------------------------------------------------------------
  /** Where the focus has been, and whether it was to be seen. */
  const focused = new Map();
  /** The sorts of elements to which the Tab key has led. */
  const visited = new Set();
  let places = [];
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const drawn = [target, target.closest('.choice'), target.nextElementSibling].filter(Boolean);
      const hasRing = drawn.some((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
      });
      focused.set(target, hasRing);
    },
    true,
  );

  /** To how many places the Tab key has to lead; none, where it has led to all such places before. */
  function leave() {
    focused.clear();
    places = [...document.querySelectorAll(FOCUSABLE)].filter(
      (one) =>
        one.tabIndex >= 0 &&
        !one.matches(':disabled, [type=radio]:not(:checked)') &&
        one.closest('[inert]') === null &&
        one.checkVisibility({ visibilityProperty: true }),
    );
    const fresh = places.map(sortOf).filter((sort) => !visited.has(sort));
    for (const sort of fresh) visited.add(sort);
    return fresh.length ? places.length : 0;
  }

  /** Where it has led, and where not. */
  function comeBack() {
    const seen = [...focused].filter(([one]) => one.isConnected);
    // Chromium gives a summary no role and no name of its own: its text is read out.
    const isSpoken = (one) => !['', 'generic', 'none'].includes(one.computedRole) && one.computedName.trim() !== '';
    const isNameless = (one) => (one.localName === 'summary' ? !one.textContent.trim() : !isSpoken(one));
    return {
      missed: places.filter((one) => one.isConnected && !focused.has(one)).map(outline),
      ringless: seen.filter(([, hasRing]) => !hasRing).map(([one]) => outline(one)),
      nameless: seen.filter(([one]) => isNameless(one)).map(([one]) => outline(one)),
    };
  }

  let here = null;
  /** Where one is when one asks. A moment before, the page may still have been moving the focus. */
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === '?') here = document.activeElement;
    },
    true,
  );

  /** Where one writes, a question mark is one. */
  const isWriting = () => document.activeElement.matches(WRITABLE);

  /** Which cell of the board has the focus. */
  function cell() {
    return [...document.querySelectorAll('[role=gridcell]')].indexOf(document.activeElement);
  }

  const sheet = async () => (await until(() => document.querySelector('dialog:modal'))).innerText;
  const isBack = async () => {
    await until(() => document.querySelector('dialog') === null);
    // Who was nowhere, because what they were at has just gone, is put on the instruction by and by.
    return here === document.body || document.activeElement === here;
  };

  // --- What is heard ---------------------------------------------------------------------------------------------------
  const heard = [];
  let last = '';
  new MutationObserver(() => {
    // There is one for the page and one in each dialog; only what lies on top says something.
    const ears = [...document.querySelectorAll('.announcer[aria-live=polite]')];
    const text = ears
      .map((one) => one.textContent.replace('\u200b', ''))
      .join('')
      .trim();
    if (text && text !== last) heard.push(text);
    last = text;
  }).observe(document, { childList: true, subtree: true, characterData: true });

  enter();
  window.walk = { enter, setOut, look, judge, cutOff, leave, comeBack, isWriting, cell, sheet, isBack, heard };
})();
