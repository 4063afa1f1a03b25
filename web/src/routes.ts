import type { Component } from 'svelte'

import { matchPath } from './lib/ui/router.svelte'

/** A page; the parameters of its path are its props. */
export type Page = Component<Record<string, string>>

interface Route {
  /** A path with parameters, e.g. `/g/:id`. */
  pattern: string
  load: () => Promise<{ default: unknown }>
}

/** The pages that need a server. */
const ONLINE: Route[] = import.meta.env.HAS_SERVER
  ? [
      { pattern: '/lobby', load: () => import('./pages/Lobby.svelte') },
      { pattern: '/account', load: () => import('./pages/Account.svelte') },
      { pattern: '/g/:id', load: () => import('./pages/Game.svelte') },
      { pattern: '/g/:id/replay', load: () => import('./pages/Replay.svelte') },
      { pattern: '/g/:id/report', load: () => import('./pages/Report.svelte') },
    ]
  : []

/** The pages. Each is a lazily loaded chunk. */
export const ROUTES: Route[] = [
  { pattern: '/', load: () => import('./pages/Home.svelte') },
  { pattern: '/play', load: () => import('./pages/Play.svelte') },
  { pattern: '/games', load: () => import('./pages/Games.svelte') },
  { pattern: '/learn', load: () => import('./pages/Learn.svelte') },
  { pattern: '/learn/first-round', load: () => import('./pages/FirstRound.svelte') },
  { pattern: '/analysis', load: () => import('./pages/Analysis.svelte') },
  { pattern: '/study', load: () => import('./pages/Study.svelte') },
  { pattern: '/study/errors', load: () => import('./pages/Errors.svelte') },
  { pattern: '/puzzles', load: () => import('./pages/Puzzles.svelte') },
  { pattern: '/puzzles/:id', load: () => import('./pages/Puzzles.svelte') },
  { pattern: '/replay', load: () => import('./pages/Replay.svelte') },
  { pattern: '/report', load: () => import('./pages/Report.svelte') },
  { pattern: '/settings', load: () => import('./pages/Settings.svelte') },
  { pattern: '/local/:id', load: () => import('./pages/LocalGame.svelte') },
  { pattern: '/local/:id/replay', load: () => import('./pages/LocalReplay.svelte') },
  { pattern: '/local/:id/report', load: () => import('./pages/LocalReport.svelte') },
  ...ONLINE,
]

if (import.meta.env.DEV) {
  ROUTES.push({ pattern: '/dev/table', load: () => import('./dev/TableGallery.svelte') })
}

/** Whether a path is that of a game that may be running. */
export function isGame(path: string): boolean {
  return ['/g/:id', '/local/:id'].some((pattern) => matchPath(pattern, path) !== null)
}

/** The page for unknown paths. */
export const loadNotFound = (): Promise<{ default: unknown }> => import('./pages/NotFound.svelte')
