// User agent tokens, most specific first: many browsers also claim to be another one.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const named = (label: string, names: [RegExp, string][]): string | undefined =>
  names.find(([pattern]) => pattern.test(label))?.[1]

/** A readable label for a session; labels that are not user agents are kept. */
export function deviceName(label: string): string {
  if (!label.startsWith('Mozilla/')) return label
  const parts = [named(label, BROWSERS), named(label, SYSTEMS)].filter((part) => part !== undefined)
  return parts.length === 0 ? label : parts.join(' · ')
}
