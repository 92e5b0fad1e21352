import { holdsWhatWaits } from '../waits-here.ts';

/** What waits on this device to be sent, in IndexedDB, which the worker can read as well as the pages. */
export interface OutboxEntry {
  /** Entries go in the order of their ids. */
  id: string;
  body: object;
}

export const databaseName = 'holoholo';
const storeName = 'outbox';
const mostWaiting = 100;

/** Where the storage is full or forbidden, entries wait in this page only. */
let unsaved: OutboxEntry[] = [];
/** Whether something waits that goes with this page. */
export const waitsInPageAlone = () => unsaved.length > 0;
holdsWhatWaits(waitsInPageAlone);

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('the outbox is in use'));
  });
}

/** Runs one piece of work on the store, and settles when it is on the disk. */
async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = work(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Adds an entry at the end. Never throws. */
export async function addToOutbox(entry: OutboxEntry): Promise<void> {
  try {
    await within('readwrite', (store) => store.put(entry));
  } catch {
    unsaved = [...unsaved, entry].slice(-mostWaiting);
  }
}

/** What waits, oldest first. Never throws. */
export async function readOutbox(): Promise<OutboxEntry[]> {
  try {
    return [...(await within<OutboxEntry[]>('readonly', (store) => store.getAll(null, mostWaiting))), ...unsaved];
  } catch {
    return unsaved;
  }
}

/** Takes an entry out. One that cannot be taken out is sent again, which the server knows by its id. */
export async function removeFromOutbox(id: string): Promise<void> {
  unsaved = unsaved.filter((entry) => entry.id !== id);
  try {
    await within('readwrite', (store) => store.delete(id));
  } catch {
    // It stays.
  }
}

/** Forgets all that waits. */
export async function emptyOutbox(): Promise<void> {
  unsaved = [];
  try {
    await within('readwrite', (store) => store.clear());
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
