import { join } from 'node:path';
import type { ListedScreen } from '../../web/src/server.tsx';

/** Every screen, as the build lists them by web/src/routes.tsx. */
export async function listScreens(): Promise<readonly ListedScreen[]> {
  const built: { screens: readonly ListedScreen[] } = await import(
    join(import.meta.dirname, '../../dist/server/en.js')
  );
  return built.screens;
}

/** Which of these screens an address leads to; undefined for one that leads nowhere. */
export function screenAt<S extends { path: string }>(screens: readonly S[], address: string): S | undefined {
  const matches = screens.filter(({ path }) =>
    new RegExp(
      `^${path
        .replace(/\/:\w+\?/g, '(/[^/]+)?')
        .replace(/:\w+/g, '[^/]+')
        .replace('*', '.*')}$`,
    ).test(address),
  );
  return matches.find(({ path }) => path === address) ?? matches[0];
}
