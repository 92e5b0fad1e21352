import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Sizes of the files of a folder by the path they are served under; addresses of other sites and paths that lead out of it have none. */
export function fileBytesIn(folder: string): (path: string) => number | undefined {
  return (path) => {
    if (!/^(\/[\w-][\w.-]*)+$/.test(path)) return undefined;
    const found = statSync(join(folder, path), { throwIfNoEntry: false });
    return found?.isFile() ? found.size : undefined;
  };
}
