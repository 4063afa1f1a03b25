import type { Plugin } from 'vite'

/**
 * The content security policy of the static site: that of the server
 * (crates/azulejo-server/src/http/headers.rs), as far as a page can set it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** Adds to the page of the static site what the server sends in headers. */
export function site(): Plugin {
  return {
    name: 'azulejo-site',
    transformIndexHtml: (html) => ({
      html: html.replace('    <!-- link preview -->\n', ''),
      tags: [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
          injectTo: 'head-prepend',
        },
        {
          tag: 'meta',
          attrs: { name: 'referrer', content: 'same-origin' },
          injectTo: 'head-prepend',
        },
      ],
    }),
  }
}
