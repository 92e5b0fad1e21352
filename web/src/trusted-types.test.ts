import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('location', new URL('https://holoholo.example/scan'));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('passes addresses of this site only, with Trusted Types and without', async () => {
  const createPolicy = vi.fn((_name: string, rules: object) => rules);
  for (const trustedTypes of [undefined, { createPolicy }]) {
    vi.stubGlobal('trustedTypes', trustedTypes);
    const { trustedScriptUrl } = await import('./trusted-types.ts');
    expect(trustedScriptUrl('/assets/worker.js')).toBe('/assets/worker.js');
    expect(trustedScriptUrl('https://holoholo.example/a.js')).toBe('https://holoholo.example/a.js');
    for (const url of [
      'https://elsewhere.example/a.js',
      '//elsewhere.example/a.js',
      'data:text/javascript,1',
      'blob:x',
    ]) {
      expect(() => trustedScriptUrl(url)).toThrow('Not a script of this site');
    }
  }
  expect(createPolicy).toHaveBeenCalledOnce();
});
