import { DatabaseSync } from 'node:sqlite';

/** What is held until it is closed, or its process ends. */
export interface Lock {
  close(): void;
}

const sqliteBusy = 5;

/**
 * Takes a file for this process, and makes it where there is none. The kernel frees a file lock with the process that holds it, so none is
 * ever left over; Node has no file lock of its own, but SQLite takes one.
 * @returns undefined where somebody has it. @throws the error where it cannot be locked at all
 */
export function lockFile(file: string): Lock | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 200 }); // milliseconds; a killed process takes a few to be gone
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'); // no second file beside it
    return lock;
  } catch (error) {
    lock?.close();
    const { errcode } = error as { errcode?: number }; // documented, but not in the types
    if (errcode === sqliteBusy) return undefined;
    throw error;
  }
}
