const FOCUSABLE =
  ':is(a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex]:not([tabindex="-1"]))';

/** What scrolls must be within reach of a keyboard: while more lies in it than it shows, and nothing inside can have the
 * focus, it takes the focus itself. */
export function scrolls(node: HTMLElement): () => void {
  function look(): void {
    const isLonger = node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
    if (isLonger && !node.querySelector(FOCUSABLE)) node.tabIndex = 0;
    else if (document.activeElement !== node) node.removeAttribute('tabindex');
  }

  const sizes = new ResizeObserver(look);
  function watch(): void {
    sizes.disconnect();
    for (const one of [node, ...node.children]) sizes.observe(one);
    look();
  }
  const changes = new MutationObserver(watch);
  changes.observe(node, { childList: true, subtree: true, characterData: true });
  watch();
  return () => {
    sizes.disconnect();
    changes.disconnect();
  };
}
