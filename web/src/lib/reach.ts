/** Does the house answer at all? One that is about to leave, or waits for its data base, does. */
export async function isReachable(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer === null) return false;
  return answer.ok || /^(leaving|waiting)/.test(await answer.text().catch(() => ''));
}
