import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const mark = (folder: string) => join(folder, 'filled');
const dayMs = 86_400_000;

/**
 * Whether a kept data folder has its year already; one that is new is made.
 * @throws Error where it was left half filled, or the year in it has ended too long ago to be gone on with
 */
export async function isFilled(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  // As root PostgreSQL runs as another user, who must be able to pass through.
  await chmod(folder, 0o711);
  if ((await readdir(folder)).length === 0) return false;
  const filled = await stat(mark(folder)).catch(() => undefined);
  if (!filled || Date.now() - filled.birthtimeMs > dayMs)
    throw new Error(`${folder} ${filled ? 'is of another day' : 'was left half filled'}: remove it`);
  return true;
}

export const markFilled = (folder: string): Promise<void> => writeFile(mark(folder), '', { flag: 'a' });
