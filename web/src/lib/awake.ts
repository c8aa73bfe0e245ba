/** A screen that lies on the table stays lit while somebody looks at the game. Browsers that cannot do it let it sleep. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;

  async function hold(): Promise<void> {
    if (isOver || document.hidden || (lock !== null && !lock.released) || !('wakeLock' in navigator)) return;
    try {
      const held = await navigator.wakeLock.request('screen');
      if (isOver) void held.release();
      else lock = held;
    } catch {
      // A battery that runs low: the device knows better.
    }
  }

  // A page that was hidden has lost it.
  const look = (): void => void hold();
  document.addEventListener('visibilitychange', look);
  void hold();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', look);
    void lock?.release();
    lock = null;
  };
}
