/** Where we are. Seven kinds of address, no more: `/`, `/t/CODE`, `/r/RECORD#step`, `/l/GAME`, `/evenings`, `/club`, `/pieces`. */
export type Route =
  | { page: 'home' }
  | { page: 'table'; code: string }
  | { page: 'replay'; record: string }
  | { page: 'lesson'; game: string }
  | { page: 'evenings' }
  | { page: 'club' }
  | { page: 'pieces' }
  | { page: 'nowhere' };

function read(): Route {
  const path = location.pathname;
  const table = /^\/t\/([A-Za-z]{4})\/?$/.exec(path)?.[1];
  if (table) return { page: 'table', code: table.toUpperCase() };
  const record = /^\/r\/([\w-]+)\/?$/.exec(path)?.[1];
  if (record) return { page: 'replay', record };
  const game = /^\/l\/([\w-]+)\/?$/.exec(path)?.[1];
  if (game) return { page: 'lesson', game };
  if (path === '/evenings') return { page: 'evenings' };
  if (path === '/club') return { page: 'club' };
  if (path === '/pieces') return { page: 'pieces' };
  return { page: path === '/' ? 'home' : 'nowhere' };
}

class Router {
  route = $state<Route>(read());

  constructor() {
    window.addEventListener('popstate', () => (this.route = read()));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.route = read();
    window.scrollTo(0, 0);
  }

  /** For links: lets the browser do what it does for new tabs. */
  follow = (event: MouseEvent): void => {
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    event.preventDefault();
    this.go(link.pathname + link.hash);
  };
}

export const router = new Router();
