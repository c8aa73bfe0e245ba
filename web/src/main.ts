import './look/fonts.css';
import './look/tokens.css';
import './look/components.css';
import './look/shell.css';
import './look/seat.css';
import './look/print.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { keepPage } from './lib/install';
import { isReachable } from './lib/reach';

// The house was updated while this page was open: its later parts have other names now. Fetch it anew, once a minute at most.
window.addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('tablee.reloaded') ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('tablee.reloaded', String(Date.now()));
  void isReachable().then((isThere) => isThere && location.reload());
});

const page = document.getElementById('page');
if (!page) throw new Error('The page has lost its #page.');

mount(App, { target: page });
keepPage();
