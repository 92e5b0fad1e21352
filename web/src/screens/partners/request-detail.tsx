import type { ReactNode } from 'react';
import type { AdminQrRequest } from '../../../../contract/qr-requests.ts';
import { Detail } from '../../desk/detail.tsx';
import { requestsDesk as words } from '../../messages/en/requests-desk.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Decisions, RequestState } from './request-columns.tsx';
import { listOf, type RequestAction } from './request-sheet.tsx';

interface RequestDetailProps {
  request: AdminQrRequest;
  onAct: (action: RequestAction) => void;
}

/** One request: what is asked for, by whom and for where, until when it is promised a decision, and the two decisions. */
export function RequestDetail({ request, onAct }: RequestDetailProps) {
  const { columns } = words;
  const all: readonly (readonly [string, ReactNode])[] = [
    [columns.state, <RequestState key="state" request={request} />],
    [columns.partner, request.organisation.name],
    [words.requestedBy, request.requested_by],
    [columns.kind, words.kinds[request.request_type]],
    [words.replaces, request.replaces],
    [words.label, request.label],
    [words.address, request.location_address],
    [words.description, request.location_description],
    [
      words.position,
      request.position ? words.at(request.position) : !request.has_position && words.noPosition(request.status),
    ],
    [columns.created, words.moment(request.created_at)],
    [columns.due, request.status === 'pending' && words.moment(request.due_at)],
    [columns.decided, words.decidedBy(request)],
    [words.took, request.decided_at && words.spanBetween(request.created_at, request.decided_at)],
    [words.code, request.qr_code_id],
  ];
  return (
    <Detail label={words.detail} title={request.location_name} facts={all.filter(([, value]) => value)}>
      {request.status === 'pending' && <Decisions request={request} onAct={onAct} />}
      {request.status === 'approved' && request.location_id !== null && (
        <ButtonLink look="plain" to={listOf(request.location_id)}>
          {words.choose}
        </ButtonLink>
      )}
    </Detail>
  );
}
