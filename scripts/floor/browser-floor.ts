/**
 * The oldest browsers that the product works in. README names them; the build turns newer syntax into what they read, refuses
 * what they lack (`check-floor.ts`), and the browser tests walk the main way without it (`tests/browsers/`).
 */
export const floor = [
  { name: 'Safari', version: '16.4', targets: ['safari16.4', 'ios16.4'], keys: ['safari', 'safari_ios'] },
  { name: 'Chrome', version: '111', targets: ['chrome111'], keys: ['chrome', 'chrome_android'] },
  { name: 'Firefox', version: '115', targets: ['firefox115'], keys: ['firefox', 'firefox_android'] },
] as const;

export type FloorBrowser = (typeof floor)[number]['name'];

/** The same for Vite: what scripts and styles are written down to. */
export const buildTargets = floor.flatMap(({ targets }) => [...targets]);
