import { useLoaderData, useLocation } from 'react-router';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { getLocationEditor, LocationWithHistory } from '../../../../contract/locations.ts';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { nullWhereNone } from '../../desk/list-query.ts';
import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { LocationHistory } from './location-detail.tsx';
import { LocationForm } from './location-form.tsx';
import styles from './locations.module.css';
import { locationsTabs, toPlaceList } from './locations-tabs.ts';

export type EditorMeans = Answer<typeof getLocationEditor>;

interface EditorData {
  /** What the address names, which need not be there; null where one is added. */
  asked: string | null;
  place: LocationWithHistory | null;
  means: EditorMeans;
}

export const loadLocationEditor = deskLoader(async (api, { request }): Promise<EditorData> => {
  const asked = new URL(request.url).searchParams.get('place');
  const [means, place] = await Promise.all([
    api('GET /api/admin/location-editor'),
    asked === null ? null : api('GET /api/admin/locations/{id}', { params: { id: asked } }).catch(nullWhereNone),
  ]);
  return { asked, place, means };
});

/** Adds a place, or changes one, beside who changed what of it. */
export function LocationEditorScreen() {
  const { asked, place, means } = useLoaderData<EditorData>();
  const query = new URLSearchParams(useLocation().search);
  const { editor } = words;
  const isMissing = asked !== null && !place;
  const code = query.get('code');
  const sentence = () => {
    if (isMissing) return editor.notThere;
    if (!place) return [editor.addText, code && editor.forCode(code)].filter(Boolean).join(' ');
    return place.deleted_at ? editor.deletedText : editor.editText(place.name);
  };
  return (
    <Loaded>
      <DeskFrame title={titles.locations} tabs={locationsTabs('locations')} sentence={sentence()}>
        <div className={styles.alone}>
          <ButtonLink look="quiet" to={toPlaceList(query, place?.id ?? null)}>
            {place ? editor.toPlace : editor.toPlaces}
          </ButtonLink>
        </div>
        {!isMissing && (
          <div className={styles.editor}>
            <section className={page.section} aria-labelledby="place-editor">
              <h2 id="place-editor" tabIndex={-1}>
                {place ? editor.edit : editor.add}
              </h2>
              <LocationForm
                key={place?.id ?? 'new'}
                place={place}
                means={means}
                toList={(id) => toPlaceList(query, id)}
              />
            </section>
            {place && (
              <section className={page.section} aria-label={words.history}>
                <LocationHistory history={place.history} />
              </section>
            )}
          </div>
        )}
      </DeskFrame>
    </Loaded>
  );
}
