/** What this device remembers. A browser that forbids it simply forgets. */

export function recall<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(`tablee.${key}`);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** `undefined` forgets. */
export function remember(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`tablee.${key}`);
    else localStorage.setItem(`tablee.${key}`, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works, it only forgets.
  }
}
