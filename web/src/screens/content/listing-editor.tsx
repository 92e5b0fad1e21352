import { useLoaderData, useLocation } from 'react-router';
import type { ListingWithHistory } from '../../../../contract/content.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { nullWhereNone } from '../../desk/list-query.ts';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import styles from './content.module.css';
import { contentTabs, toList } from './content-tabs.ts';
import { ShareNotice } from './listing-detail.tsx';
import type { EditorMeans } from './listing-fields.tsx';
import { ListingForm } from './listing-form.tsx';
import { ListingHistory } from './listing-history.tsx';
import { ListingPicture } from './listing-picture.tsx';

interface EditorData {
  /** What the address names, which need not be there; null where one is added. */
  asked: string | null;
  listing: ListingWithHistory | null;
  means: EditorMeans;
}

export const loadEditor = deskLoader(async (api, { request }): Promise<EditorData> => {
  const asked = new URL(request.url).searchParams.get('listing');
  const [means, listing] = await Promise.all([
    api('GET /api/admin/location-editor'),
    asked === null ? null : api('GET /api/admin/listings/{id}', { params: { id: asked } }).catch(nullWhereNone),
  ]);
  return { asked, listing, means };
});

/** Adds a listing, or changes one, beside who changed what of it. */
export function ListingEditorScreen() {
  const { asked, listing, means } = useLoaderData<EditorData>();
  const query = new URLSearchParams(useLocation().search);
  const { editor } = words;
  const isMissing = asked !== null && !listing;
  const isDeleted = listing?.status === 'deleted';
  const sentence = () => {
    if (isMissing) return editor.notThere;
    if (!listing) return editor.addText;
    return isDeleted ? editor.deletedText : editor.editText(listing.name);
  };
  return (
    <Loaded>
      <DeskFrame
        title={titles.content}
        administration={adminTabs('content')}
        tabs={contentTabs('editor', query)}
        sentence={sentence()}
      >
        <div className={styles.alone}>
          <ButtonLink look="quiet" to={toList(query, listing?.id ?? null)}>
            {listing ? editor.toListing : editor.toListings}
          </ButtonLink>
        </div>
        {!isMissing && (
          <div className={styles.editor}>
            {/* What was typed into it stays where it was deleted meanwhile. */}
            <section className={page.section} aria-labelledby="editor">
              <h2 id="editor" tabIndex={-1}>
                {listing ? listing.name : editor.add}
              </h2>
              {listing && !isDeleted && <ShareNotice listing={listing} />}
              <ListingForm key={asked} listing={listing} means={means} toList={(id) => toList(query, id)} />
            </section>
            {listing && (
              <div>
                {!isDeleted && <ListingPicture listing={listing} />}
                <section className={page.section} aria-label={words.history}>
                  <ListingHistory history={listing.history} />
                </section>
              </div>
            )}
          </div>
        )}
      </DeskFrame>
    </Loaded>
  );
}
