import { useSyncExternalStore } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import { messages } from '../../messages/index.ts';
import { contentLanguage, language } from '../../messages/languages.ts';
import { whenIdle } from '../../ui/when-idle.ts';

type Words = Readonly<Record<string, string>>;

const isOwnLanguage = language === contentLanguage;
const none: Words = {};
let words = none;
let isAsked = false;
const listeners = new Set<() => void>();

/** The words come once the page has nothing better to do, as they are many: until then, and where they cannot be had, the category stands for them. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isOwnLanguage && !isAsked) {
    isAsked = true;
    whenIdle(load);
  }
  return () => listeners.delete(listener);
}

function load(): void {
  import('../../messages/en/subcategories.ts').then(
    (module) => {
      words = module.subcategories;
      for (const tell of listeners) tell();
    },
    () => {
      isAsked = false;
    },
  );
}

type Listing = Pick<Experience, 'category' | 'subcategory'>;

/** What kind of thing a listing is, in the reader's language. */
export function useKinds(): (listing: Listing) => string {
  const known = useSyncExternalStore(
    subscribe,
    () => words,
    () => none,
  );
  return ({ category, subcategory }) => {
    const translated = subcategory && Object.hasOwn(known, subcategory) ? known[subcategory] : null;
    return (isOwnLanguage ? subcategory : translated) || messages.search.categories[category];
  };
}
