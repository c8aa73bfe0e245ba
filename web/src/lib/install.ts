/** The page is kept on this device where the browser allows it: over TLS, or on the machine of the house itself. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !window.isSecureContext) return;
  window.addEventListener('load', () => {
    // Refused, e.g. in a private window: the page works, it is only not kept.
    navigator.serviceWorker.register('/worker.js').catch(() => undefined);
  });
}

/** Did this page come from the device itself, perhaps because the house does not answer? */
export function mayBeKept(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}
