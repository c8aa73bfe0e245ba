/** This machine's own name for itself is no address for anybody else; the QR carries the real one. */
export function isLocal(): boolean {
  return ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'].includes(location.hostname);
}
