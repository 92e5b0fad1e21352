import { createHash } from 'node:crypto';
import { ByteBoundedCache } from '../../platform/byte-bounded-cache.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { GuideVersion } from '../listings/listings.ts';
import { PageMaking, type Queue } from './page-making.ts';

/** Asks for what a page shows: an endpoint by name. */
export type Ask = (name: string, request?: object) => Promise<unknown>;

/** A page as it is sent, whoever asks for it. */
export interface SentPage {
  status: number;
  /** Its content security policy. */
  policy: string;
  /** The document, compressed. */
  bytes: Buffer;
}

/** A page, or where it leads instead. */
export type MadePage = SentPage | { redirect: string; status: number };

/** What was asked for a page, and a digest of the answer. */
interface Asked {
  name: string;
  request: object | undefined;
  digest: string;
}

interface Kept {
  page: SentPage;
  asked: readonly Asked[];
  /** The version of the guide that the page is known to hold for. */
  version: string;
}

type Make = (ask: Ask) => Promise<MadePage>;

const noQueue: Queue = {
  network: '',
  isAwaited: () => true,
  outside: (work) => work(),
  take: (_, work) => work(),
};

const digestOf = (answer: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(answer) ?? '')
    .digest('base64');

/** What an entry takes beside its document and its policy: objects, digests; about. */
const entryBytes = 2_000;

const sizeOf = ({ page }: Kept) => page.bytes.length + 2 * page.policy.length + entryBytes;

/**
 * A cache of guests' pages, compressed, each with what was asked for it. When the guide's version is another one than the page
 * is known to hold for, all of that is asked again, and the page is made anew only if an answer is different: most changes are
 * to other pages.
 */
export class PageCache {
  readonly #version: GuideVersion;
  readonly #pages: ByteBoundedCache<Kept>;
  /** What is kept and asked about anew, and pages in the making, by version and key: who asks for one meanwhile waits for it. */
  readonly #checking = new Map<string, Promise<MadePage | undefined>>();
  readonly #making = new Map<string, PageMaking>();

  constructor(version: GuideVersion, mostBytes: number) {
    this.#version = version;
    this.#pages = new ByteBoundedCache(mostBytes, sizeOf);
  }

  /** How many bytes the kept pages take, and how many pages that is. */
  get size(): { bytes: number; pages: number } {
    return { bytes: this.#pages.bytes, pages: this.#pages.size };
  }

  /**
   * The cached page if it is current, else one made now. Pages for which every question was answered are cached,
   * unless they failed.
   * @param of everything that decides about the page beside the guide; where that hangs on the guide, it is asked once its version is known.
   * @param make makes it from what it asks for, and from nothing else that could change or is anybody's own.
   * @param queue where it waits for that.
   * @throws Refusal `unavailable` where nobody waits for it any more.
   */
  async answer(of: string | (() => Promise<string>), ask: Ask, make: Make, queue = noQueue): Promise<MadePage> {
    await this.#version.catchUp();
    const version = this.#version.ofAll;
    const key = typeof of === 'string' ? of : await of();
    const kept = this.#pages.get(key);
    if (kept?.version === version) return kept.page;
    const begun = `${version} ${key}`;
    // In the room of who asks: so many are asked about at once as requests may be answered, whatever is kept.
    const held = kept && (await this.#check(begun, version, kept, ask));
    if (held) return held;
    return await queue.outside(async () => {
      const page =
        (await this.#makingOf(begun).pageFor(queue, () => this.#make(key, version, ask, make))) ??
        // Made for somebody else alone: then here as well.
        (await queue.take(queue.isAwaited, () => make(ask)));
      if (!page) throw new Refusal('unavailable');
      return page;
    });
  }

  /** The kept page where it holds for a version of the guide as well. */
  #check(begun: string, version: string, kept: Kept, ask: Ask): Promise<MadePage | undefined> {
    const shared = this.#checking.get(begun);
    if (shared) return shared;
    // All that is read from here on is of this version or a later one, which will be noticed by the next request.
    const checking = isAnsweredAlike(kept.asked, ask).then((isAlike) => {
      if (!isAlike) return undefined;
      kept.version = version;
      return kept.page;
    });
    this.#checking.set(begun, checking);
    void checking.finally(() => this.#checking.delete(begun));
    return checking;
  }

  #makingOf(begun: string): PageMaking {
    let making = this.#making.get(begun);
    if (!making) {
      making = new PageMaking(() => this.#making.delete(begun));
      this.#making.set(begun, making);
    }
    return making;
  }

  async #make(key: string, version: string, ask: Ask, make: Make) {
    const asked: Asked[] = [];
    let isWhole = true;
    const page = await make(async (name, request) => {
      try {
        const answer = await ask(name, request);
        asked.push({ name, request, digest: digestOf(answer) });
        return answer;
      } catch (error) {
        isWhole = false;
        throw error;
      }
    });
    const isKept = isWhole && page.status < 500 && 'bytes' in page;
    if (isKept) this.#pages.set(key, { page, asked, version });
    return { page, isKept };
  }
}

/** Whether everything that was asked for a page is answered as it was then; not where a question fails. */
async function isAnsweredAlike(asked: readonly Asked[], ask: Ask): Promise<boolean> {
  try {
    const answers = await Promise.all(asked.map(({ name, request }) => ask(name, request)));
    return answers.every((answer, at) => digestOf(answer) === asked[at]!.digest);
  } catch {
    return false;
  }
}
