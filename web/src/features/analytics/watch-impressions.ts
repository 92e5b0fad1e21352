import { asksForPrivacy } from '../../privacy.ts';
import { sampleIds } from '../listings/sample-ids.ts';
import { readKept } from './kept-events.ts';
import { listHere } from './list-here.ts';
import { tellImpression } from './tell-impression.ts';

const longEnoughMs = 1_000;
/** What waits for a network is told rather of bookings than of what was in sight. */
const mostWaiting = 250;

/** The list that a card stands in, by the screen; what opens over one is a list of its own. */
function listOf(card: Element): string {
  return card.closest('dialog') ? 'suggestions' : listHere();
}

/**
 * Notes which listings a visitor has in sight: half of a card for a second, once for each list in ten minutes. Cards say by
 * `data-listing` which listing they are of, and sponsored ones by `data-campaign` of which campaign; those that come later are watched as well.
 */
export function watchImpressions(): void {
  /** Cards in sight, with what ends their wait. */
  const inSight = new Map<Element, number>();
  const note = (card: Element) => {
    const { listing, campaign } = (card as HTMLElement).dataset;
    const id = Number(listing);
    const list = listOf(card);
    // What is inert is a preview of what is edited.
    if (asksForPrivacy() || !card.isConnected || card.closest('[inert]') || id >= sampleIds.sail) return;
    if (readKept().waiting.length < mostWaiting) tellImpression(list, id, campaign);
  };
  const wait = (card: Element) => {
    clearTimeout(inSight.get(card));
    inSight.set(card, document.visibilityState === 'visible' ? window.setTimeout(note, longEnoughMs, card) : 0);
  };
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, intersectionRatio } of changes) {
        if (intersectionRatio >= 0.5) {
          wait(target);
        } else {
          clearTimeout(inSight.get(target));
          inSight.delete(target);
        }
      }
    },
    { threshold: 0.5 },
  );
  const watch = (node: Element) => {
    if (node.matches('[data-listing]')) observer.observe(node);
    for (const card of node.querySelectorAll('[data-listing]')) observer.observe(card);
  };
  watch(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) watch(node);
  }).observe(document.body, { childList: true, subtree: true });
  // A page in the background is in nobody's sight.
  document.addEventListener('visibilitychange', () => {
    for (const card of inSight.keys()) wait(card);
  });
}
