import type { Component } from 'svelte'

/** A page; the parameters of its path are its props. */
export type Page = Component<Record<string, string>>

interface Route {
  /** A path with parameters, e.g. `/g/:id`. */
  pattern: string
  load: () => Promise<{ default: unknown }>
}

/** The pages. Each is a lazily loaded chunk. */
export const ROUTES: Route[] = [
  { pattern: '/', load: () => import('./pages/Home.svelte') },
  { pattern: '/play', load: () => import('./pages/Play.svelte') },
  { pattern: '/lobby', load: () => import('./pages/Lobby.svelte') },
  { pattern: '/games', load: () => import('./pages/Games.svelte') },
  { pattern: '/learn', load: () => import('./pages/Learn.svelte') },
  { pattern: '/learn/first-round', load: () => import('./pages/FirstRound.svelte') },
  { pattern: '/replay', load: () => import('./pages/Replay.svelte') },
  { pattern: '/g/:id/replay', load: () => import('./pages/Replay.svelte') },
  { pattern: '/settings', load: () => import('./pages/Settings.svelte') },
  { pattern: '/account', load: () => import('./pages/Account.svelte') },
  { pattern: '/g/:id', load: () => import('./pages/Game.svelte') },
  { pattern: '/local/:id', load: () => import('./pages/LocalGame.svelte') },
  { pattern: '/local/:id/replay', load: () => import('./pages/LocalReplay.svelte') },
]

if (import.meta.env.DEV) {
  ROUTES.push({ pattern: '/dev/table', load: () => import('./dev/TableGallery.svelte') })
}

/** The page for unknown paths. */
export const loadNotFound = (): Promise<{ default: unknown }> => import('./pages/NotFound.svelte')
