import { useRef } from 'react';
import { redirect, useLoaderData, useLocation } from 'react-router';
import type { OwnListing } from '../../../../contract/own-listings.ts';
import type { OwnPictures } from '../../../../contract/own-pictures.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { errorCode } from '../../api.ts';
import type { LoaderArgs } from '../../contexts.ts';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { nullWhereNone } from '../../desk/list-query.ts';
import type { PositionMeans } from '../../desk/position-fields.tsx';
import { currentSession } from '../../features/session/current-session.ts';
import { ownListingsDesk as words } from '../../messages/en/own-listings-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import content from '../content/content.module.css';
import type { PendingPicture } from './add-picture.tsx';
import { ListingPictures } from './listing-pictures.tsx';
import { toOwnList } from './own-listing-address.ts';
import { OwnListingForm } from './own-listing-form.tsx';
import styles from './own-pictures.module.css';
import { ownTabs } from './own-tabs.ts';

interface OwnEditorData {
  /** What the address names, which need not be there; null where one is added. */
  asked: string | null;
  listing: OwnListing | null;
  pictures: OwnPictures | null;
  tiles: PositionMeans['tiles'];
  /** What the reader may do. */
  may: readonly Permission[];
}

/** An administrator edits listings at a desk of their own; whose organisation may do nothing is told so at home. */
const elsewhere =
  (args: LoaderArgs) =>
  async (failure: unknown): Promise<never> => {
    const code = errorCode(failure);
    if (code === 'organisation_suspended') throw redirect('/dashboard');
    if (code === 'forbidden' && (await currentSession(args)).user?.profile?.role === 'admin')
      throw redirect('/content');
    throw failure;
  };

export const loadOwnEditor = deskLoader(async (api, args): Promise<OwnEditorData> => {
  const { request } = args;
  const asked = new URL(request.url).searchParams.get('listing');
  const params = { id: asked ?? '' };
  const { tiles } = await api('GET /api/own-listing-editor').catch(elsewhere(args));
  const [{ permissions: may }, listing, pictures] = await Promise.all([
    api('GET /api/organisation'),
    asked === null ? null : api('GET /api/own-listings/{id}', { params }).catch(nullWhereNone),
    asked === null ? null : api('GET /api/own-listings/{id}/pictures', { params }).catch(nullWhereNone),
  ]);
  return { asked, listing, pictures, tiles, may };
});

/** Adds one of an advertiser's listings, or changes one, with its pictures. */
export function OwnListingEditorScreen() {
  const { asked, listing, pictures, tiles, may } = useLoaderData<OwnEditorData>();
  const query = new URLSearchParams(useLocation().search);
  const { editor } = words;
  const picture = useRef<PendingPicture>(null);
  const isMissing = asked !== null && !listing;
  const isPublished = listing !== null && ['live', 'paused', 'hidden'].includes(listing.state);
  const sentence = listing ? editor.editText(listing.name, isPublished) : editor.addText;
  return (
    <Loaded>
      <DeskFrame
        title={titles.ownListing}
        sentence={isMissing ? editor.notThere : sentence}
        tabs={ownTabs(toOwnList(query, null), may)}
      >
        <div className={content.alone}>
          <ButtonLink look="quiet" to={toOwnList(query, listing?.id ?? null)}>
            {listing ? editor.toListing : editor.toListings}
          </ButtonLink>
        </div>
        {!isMissing && (
          <div className={content.editor}>
            <section className={page.section} aria-labelledby="editor">
              <h2 id="editor" tabIndex={-1}>
                {listing ? listing.name : editor.add}
              </h2>
              <OwnListingForm key={asked} {...{ listing, tiles, picture }} toList={(id) => toOwnList(query, id)} />
            </section>
            <div className={styles.beside}>
              {listing && pictures ? (
                <ListingPictures key={listing.id} listingId={listing.id} given={pictures} pending={picture} />
              ) : (
                <section className={page.section} aria-labelledby="pictures">
                  <h2 id="pictures">{words.pictures.title}</h2>
                  <p className={list.note}>{words.pictures.afterSaving}</p>
                </section>
              )}
              <section className={page.section} aria-labelledby="rules">
                <h2 id="rules">{editor.guide}</h2>
                <ul className={styles.rules}>
                  {editor.rules.map((rule) => (
                    <li key={rule}>{rule}</li>
                  ))}
                </ul>
              </section>
            </div>
          </div>
        )}
      </DeskFrame>
    </Loaded>
  );
}
