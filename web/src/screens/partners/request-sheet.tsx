import { useRevalidator } from 'react-router';
import type { AdminQrRequest } from '../../../../contract/qr-requests.ts';
import { ApiError, errorCode } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { PositionFields, type PositionMeans } from '../../desk/position-fields.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { desk } from '../../messages/en/desk.ts';
import { requestsDesk as words } from '../../messages/en/requests-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Field } from '../../ui/field.tsx';

export const requestDeeds = ['approve', 'reject'] as const;

/** What an administrator is about to decide. */
export interface RequestAction {
  does: (typeof requestDeeds)[number];
  request: AdminQrRequest;
}

/** The name of its form: the same decision is the same request when it is opened again. */
export const draftOf = ({ does, request }: RequestAction): string => `${does} qr request ${request.id}`;

/** Where is chosen what a place shows. */
export const listOf = (locationId: number): string => `/locations/lists?open=${locationId}`;

/** Degrees as they were typed: both in the first field, as maps copy them, or each in its own, with a comma as well. */
function positionOf(first: string, second: string): { latitude: string; longitude: string } {
  const [, latitude, longitude] = (second === '' && /^([\d.]+)\s*,\s*(-[\d.]+)$/.exec(first)) || [];
  if (latitude && longitude) return { latitude, longitude };
  return { latitude: first.replace(/,(?=\d)/, '.'), longitude: second.replace(/,(?=\d)/, '.') };
}

interface RequestSheetProps {
  action: RequestAction;
  onClose: () => void;
  onDone: (said: Said) => void;
  means: PositionMeans;
}

const nowhere = { latitude: '', longitude: '' };

/** Asks once more, and where the place is if nobody has told and whoever decides knows it; or for the reason that the partner is told. */
export function RequestSheet({ action, means, ...asked }: RequestSheetProps) {
  const { revalidate } = useRevalidator();
  const { does, request } = action;
  const { location_name: place, organisation } = request;
  const params = { id: request.id };
  const common = { ...asked, draft: draftOf(action), title: words.deeds[does] };
  if (does === 'reject')
    return (
      <ReasonSheet
        {...common}
        text={words.rejectText(place, organisation.name)}
        reasonHint={desk.reasonTold}
        refusedWords={(failure) =>
          failure instanceof ApiError && failure.status !== 400 ? words.failed.reject(refusalWords(failure)) : undefined
        }
        send={async (text, api) => {
          await api('POST /api/admin/qr-requests/{id}/reject', { params, body: { reason: text('reason') } });
          return words.said.rejected(place);
        }}
      />
    );
  return (
    <ConfirmSheet
      {...common}
      text={words.approveText(place, organisation.name)}
      refused={(failure) => {
        const code = errorCode(failure);
        // It is no longer what is shown.
        if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
        // Its faults stand at their fields.
        if (!(failure instanceof ApiError) || code === 'invalid_request') return undefined;
        return words.failed.approve(code === 'qr_code_limit' ? words.limitReached : refusalWords(failure));
      }}
      send={async (api, text) => {
        const { latitude, longitude } = positionOf(text('latitude'), text('longitude'));
        const body = {
          ...(latitude && { latitude: Number(latitude) }),
          ...(longitude && { longitude: Number(longitude) }),
        };
        const done = await api('POST /api/partner-portal/qr-request/{id}/auto-approve', { params, body });
        const said = words.said.approved(place, done.qr_code_id!);
        return { words: said, next: { to: listOf(done.location_id!), label: words.choose } };
      }}
    >
      {(field, of) =>
        !request.has_position && (
          <>
            {means.has_geocoder && (
              <Field
                label={words.lookedUp}
                hint={words.lookedUpHint}
                {...field('address')}
                defaultValue={request.location_address}
                maxLength={300}
                autoComplete="off"
              />
            )}
            <PositionFields of={of} values={nowhere} means={means} hint={words.positionHint} />
          </>
        )
      }
    </ConfirmSheet>
  );
}
