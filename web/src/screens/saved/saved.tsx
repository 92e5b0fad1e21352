import { useLoaderData } from 'react-router';
import type { Experience } from '../../../../contract/listings.ts';
import type { SavedItem } from '../../../../contract/saved.ts';
import { ExperienceCard } from '../../features/listings/experience-card.tsx';
import { loadSaved, type SavedData } from '../../features/saved/load-saved.ts';
import { SaveButton } from '../../features/saved/save-button.tsx';
import { SavedEntry } from '../../features/saved/saved-entry.tsx';
import { useSavedNews } from '../../features/saved/saved-news.ts';
import { useSavedList } from '../../features/saved/use-saved-list.ts';
import { useSession } from '../../features/session/use-session.ts';
import { saved as words } from '../../messages/en/saved.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useCardBooking } from '../../shell/sign-in-prompt.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import { useLiveOr } from '../../use-live-or.ts';
import { useAskWhenSeen } from '../../use-server-poll.ts';

export { loadSaved };

/** What a traveler has kept for later, with notes; also of a guest, and without a network. */
export function SavedScreen() {
  const loaded = useLiveOr<SavedData>(useLoaderData());
  const { user } = useSession();
  // Without a network it may not be known who is here: the copy is of whoever was.
  const userId = user?.id ?? (loaded.kind === 'kept' ? loaded.userId : null);
  const items = useSavedList(loaded, userId);
  useAskWhenSeen(loaded.kind === 'live');
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{titles.saved}</h1>
        <p className={page.lead}>{words.lead}</p>
        <Motif />
      </div>
      <Loaded
        kept={
          loaded.kind === 'kept' && {
            isComing: loaded.live !== undefined,
            offline: loaded.readAt ? words.offline(loaded.readAt) : words.offlinePart,
            asOf: loaded.readAt ? words.asOf(loaded.readAt) : undefined,
          }
        }
        said={<News signedIn={user !== null} />}
        skeleton={items === null && <CardSkeletons count={2} label={words.loading} />}
        empty={items?.length === 0 && <Empty />}
      >
        {loaded.kind === 'guest' && <GuestHint />}
        <List items={items ?? []} userId={userId} />
      </Loaded>
    </div>
  );
}

/** What became of what waited, and what did not fit. */
function News({ signedIn }: { signedIn: boolean }) {
  const { leftOut, brought, waits } = useSavedNews();
  return (
    <>
      {leftOut > 0 && <Notice tone="warn">{words.leftOut(leftOut)}</Notice>}
      {signedIn && brought > 0 && <Notice>{words.brought(brought)}</Notice>}
      {!signedIn && waits && <Notice>{waits}</Notice>}
    </>
  );
}

function Empty() {
  const { role } = useSession();
  return (
    <EmptyState title={words.empty} action={<ButtonLink to="/explore">{words.explore}</ButtonLink>}>
      {role === 'admin' ? words.emptyAdmin : words.emptyText}
    </EmptyState>
  );
}

function GuestHint() {
  return (
    <Notice
      title={words.guest}
      actions={
        <ButtonLink to={`/auth?redirect=${encodeURIComponent('/saved')}`} look="plain">
          {words.signIn}
        </ButtonLink>
      }
    >
      {words.guestText}
    </Notice>
  );
}

function List({ items, userId }: { items: readonly SavedItem[]; userId: string | null }) {
  const booking = useCardBooking();
  const save = (experience: Experience) => <SaveButton experience={experience} userId={userId} known />;
  return (
    <section className={page.section} aria-labelledby="list">
      <h2 id="list" className="visually-hidden">
        {words.list}
      </h2>
      <ul role="list" className={page.entries}>
        {items.map((item, index) => (
          <li key={item.listing_id}>
            <SavedEntry item={item} userId={userId}>
              <ExperienceCard
                experience={item.experience}
                facts={item.facts}
                {...booking}
                save={booking.save && save}
                first={index === 0}
              />
            </SavedEntry>
          </li>
        ))}
      </ul>
    </section>
  );
}
