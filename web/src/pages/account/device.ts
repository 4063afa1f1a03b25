// What browsers call themselves, newest first where one claims to be another as well.
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

/** A session's label as people would say it; what is no browser keeps the label that it has. */
export function deviceName(label: string): string {
  if (!label.startsWith('Mozilla/')) return label
  const parts = [named(label, BROWSERS), named(label, SYSTEMS)].filter((part) => part !== undefined)
  return parts.length === 0 ? label : parts.join(' · ')
}
