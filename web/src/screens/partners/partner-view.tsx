import { type ReactNode, useEffect, useRef } from 'react';
import { data as answer, redirect, useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router';
import type { Permission } from '../../../../contract/permissions.ts';
import { placesOfSeveral } from '../../../../contract/places-of-several.ts';
import type { PerformanceRange } from '../../../../contract/portal-states.ts';
import { type Api, errorCode } from '../../api.ts';
import type { LoaderArgs } from '../../contexts.ts';
import { deskLoader } from '../../desk/desk-loader.ts';
import { asked } from '../../desk/list-query.ts';
import type { FromList } from '../../desk/table-address.ts';
import { currentSession } from '../../features/session/current-session.ts';
import { partnerView as words } from '../../messages/en/partner-view-desk.ts';
import { contentLanguage } from '../../messages/languages.ts';
import { noneIfAway } from '../../none-if-away.ts';
import { Loaded } from '../../shell/loaded.tsx';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/more-icons.tsx';
import page from '../../ui/page.module.css';
import type { CodesData } from '../portal/load-codes.ts';
import type { OverviewData } from '../portal/load-overview.ts';
import { OverviewScreen } from '../portal/overview.tsx';
import { type PartnerView, PartnerViewContext, type ViewSection, viewSections } from '../portal/partner-view.ts';
import { type PerformanceData, PerformanceScreen } from '../portal/performance.tsx';
import { PortalFrame } from '../portal/portal-frame.tsx';
import { QrManagerScreen } from '../portal/qr-manager.tsx';
import { PortalSettingsScreen, type SettingsData } from '../portal/settings.tsx';
import styles from './partner-view.module.css';

/** What a section of the portal shows, in the shape that its own loader gives it. */
type SectionData = OverviewData | CodesData | PerformanceData | SettingsData;

interface PartnerViewData {
  view: PartnerView;
  section: ViewSection;
  permissions: readonly Permission[];
  /** Whether there is anything of it: `failed` where it cannot be had now, `none` where the partner has no such section. */
  shows: 'all' | 'none' | 'failed';
}

interface Viewed {
  organisation: PartnerView;
  permissions: Permission[];
  data: SectionData | null;
}

const asks: Record<ViewSection, (api: Api, id: string, query: URLSearchParams) => Promise<Viewed>> = {
  overview: async (api, id) => {
    const told = await api('GET /api/admin/partner-view/{id}', { params: { id } });
    const { organisation, permissions, figures, earnings, first_steps: firstSteps } = told;
    return { organisation, permissions, data: { organisation: id, permissions, figures, earnings, firstSteps } };
  },
  codes: async (api, id) => {
    const told = await api('GET /api/admin/partner-view/{id}/qr-codes', { params: { id } });
    const { organisation, permissions, codes, requests } = told;
    const data = codes && {
      ...{ ...codes, requests, partnerId: '', permissions },
      codes: codes.codes.map((code) => ({ ...code, id: code.qr_code_id })),
    };
    return { organisation, permissions, data };
  },
  performance: async (api, id, query) => {
    const told = await api('GET /api/admin/partner-view/{id}/performance', {
      params: { id },
      query: asked(query, ['range', 'place']) as { range?: PerformanceRange; place?: string },
    });
    const { organisation, permissions, figures, code_days: beside } = told;
    const place = placesOfSeveral(figures?.codes ?? []).find((one) => one.id === beside?.place) ?? null;
    return {
      ...{ organisation, permissions },
      data: figures && { ...figures, permissions, codesByDay: beside?.days ?? null, place },
    };
  },
  settings: async (api, id) => {
    const { organisation, permissions, settings } = await api('GET /api/admin/partner-view/{id}/settings', {
      params: { id },
    });
    return { organisation, permissions, data: settings && { settings, staff: null, permissions } };
  },
};

/** Whom another site's link has led here is asked first: a look is noted. */
const noneUnlessAsked = (failure: unknown) => (errorCode(failure) === 'cross_site' ? null : noneIfAway(failure));

/** Where nothing is named: to the partners, for those alone who may see them. */
async function nameless(args: LoaderArgs): Promise<Response | ReturnType<typeof answer<null>>> {
  const { user } = await currentSession(args);
  return user?.profile?.role === 'admin' ? redirect('/partners') : answer(null, { status: 403 });
}

/** A section of a partner's portal, as its owner sees it. That it is looked at is noted as it is read. */
export const loadPartnerView = deskLoader(async (api, args): Promise<PartnerViewData> => {
  const { searchParams: query } = new URL(args.request.url);
  const id = query.get('partner');
  if (!id) throw await nameless(args);
  const section = viewSections.find((one) => one === query.get('tab')) ?? 'overview';
  const told = await asks[section](api, id, query).catch(noneUnlessAsked);
  if (!told) return { view: { id, name: '' }, section, permissions: [], shows: 'failed' };
  const { organisation: view, permissions, data } = told;
  return { ...data, view, section, permissions, shows: data ? 'all' : 'none' };
});

const screens: Record<ViewSection, () => ReactNode> = {
  overview: OverviewScreen,
  codes: QrManagerScreen,
  performance: PerformanceScreen,
  settings: PortalSettingsScreen,
};

/** A partner's portal over the whole screen, read-only: the portal's own screens, which change nothing within. */
export function PartnerViewScreen() {
  const { view, section, permissions, shows } = useLoaderData<PartnerViewData>();
  const { revalidate } = useRevalidator();
  const Screen = screens[section];
  return (
    <Overlay id={view.id}>
      <PartnerViewContext value={view}>
        {shows === 'all' ? (
          <Screen />
        ) : (
          <Loaded>
            {shows === 'none' ? (
              <PortalFrame section={section} permissions={permissions} sentence={words.notTheirs}>
                {null}
              </PortalFrame>
            ) : (
              <div className={page.page} lang={contentLanguage}>
                <h1 tabIndex={-1}>{words.failed}</h1>
                <div className={page.actions}>
                  <Button onClick={() => void revalidate()}>{words.again}</Button>
                </div>
              </div>
            )}
          </Loaded>
        )}
      </PartnerViewContext>
    </Overlay>
  );
}

/** Over all else: its button and Escape lead back to the partner, and so does the way back. */
function Overlay({ id, children }: { id: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const state: FromList | null = useLocation().state;
  // Open from the server, so that it is there before the scripts are; modal with them.
  useEffect(() => {
    dialog.current?.removeAttribute('open');
    dialog.current?.showModal();
  }, []);
  const leave = () => {
    if (state?.isFromList) void navigate(-1);
    else void navigate(`/partners?open=${id}`, { replace: true });
  };
  return (
    <dialog open ref={dialog} className={styles.view} aria-label={words.label} onClose={leave}>
      <div className={styles.bar} lang={contentLanguage}>
        <h2>{words.label}</h2>
        <p>{words.notice}</p>
        <button type="button" className={button.icon} aria-label={words.close} onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
      </div>
      <div className={styles.body}>{children}</div>
      <div className="visually-hidden" role="status" data-announcer />
    </dialog>
  );
}
