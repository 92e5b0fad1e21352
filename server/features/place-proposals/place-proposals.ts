import { buffer } from 'node:stream/consumers';
import type { Input } from '../../../contract/endpoint.ts';
import type {
  AdminPlaceProposal,
  PlaceProposal,
  proposeForPlace as proposeEndpoint,
} from '../../../contract/place-proposals.ts';
import { placePictureRules } from '../../../contract/portal-states.ts';
import { type Actor, actorOf, recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, readPage } from '../../platform/lists.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { peekUpload } from '../../platform/uploads/uploads.ts';
import { requireOwn } from '../codes/codes.ts';
import { missing } from '../organisations/organisations.ts';
import { readPlacePicture } from './place-picture.ts';
import {
  type AdminProposalRow,
  countPending,
  findOwnProposal,
  findOwnProposals,
  findProposalPage,
  findProposedPicture,
  insertProposal,
  isProposal,
  type ProposalFilter,
  type ProposalRow,
  withdrawRow,
} from './place-proposals.store.ts';

type Own = Pick<Membership, 'organisationId'>;

const show = (row: ProposalRow, pictures = '/api/partner-portal/place-proposals'): PlaceProposal => ({
  id: row.id,
  location_id: row.location_id,
  name: row.name,
  description: row.description,
  has_picture: row.has_picture,
  picture_url: row.has_picture && row.status === 'pending' ? `${pictures}/${row.id}/picture` : null,
  status: row.status,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  decision_reason: row.decision_reason,
});

const showToAdmin = (row: AdminProposalRow): AdminPlaceProposal => ({
  ...show(row, '/api/admin/place-proposals'),
  organisation: { id: row.organisation_id, name: row.organisation },
  place: { name: row.place_name, description: row.place_description, image_url: row.place_image_url },
  proposed_by: row.proposed_by,
  decided_by: row.decided_by,
});

/** What was proposed for one of an organisation's places, newest first, at most 20. @throws Refusal `not_found` */
export async function listPlaceProposals(db: Db, own: Own, placeId: number): Promise<PlaceProposal[]> {
  await requireOwn(db, own, { place: placeId });
  const { organisationId } = own;
  const rows = await withTenant(db, { organisation: organisationId }, (tx) =>
    findOwnProposals(tx, organisationId, placeId),
  );
  return rows.map((row) => show(row));
}

/** One of an organisation's proposals. @throws Refusal `not_found` */
export async function getOwnProposal(db: Db, { organisationId }: Own, id: string): Promise<PlaceProposal> {
  const row = await withTenant(db, { organisation: organisationId }, (tx) => findOwnProposal(tx, organisationId, id));
  if (!row) throw missing(await isProposal(db, id));
  return show(row);
}

/** The picture of one that waits, a JPEG. @throws Refusal `not_found` */
export async function getOwnPicture(db: Db, { organisationId }: Own, id: string): Promise<Buffer> {
  const picture = await withTenant(db, { organisation: organisationId }, (tx) =>
    findProposedPicture(tx, id, organisationId),
  );
  if (!picture) throw missing(await isProposal(db, id));
  return picture;
}

/**
 * Proposes a name, words or a picture for a place of the caller's organisation; what is left out stays as it is. Nothing of it is seen by
 * guests before it is approved.
 * @throws Refusal `not_found` also for a place or an upload of another, `file_refused`, `proposal_pending` where something waits already
 */
export async function proposeForPlace(
  ctx: Context,
  placeId: number,
  { name, description, picture: uploadId }: Input<typeof proposeEndpoint>['body'],
): Promise<PlaceProposal> {
  const { organisationId } = membershipOf(ctx);
  const [now, actor] = [ctx.clock.now(), actorOf(ctx)];
  await requireOwn(ctx.db, { organisationId }, { place: placeId });
  const picture = uploadId === undefined ? null : await readUploaded(ctx, uploadId);
  return await withTenant(ctx.db, { organisation: organisationId }, async (tx) => {
    const words = { name: name ?? null, description: description ?? null, has_picture: picture !== null };
    const of = { location_id: placeId, organisation_id: organisationId, proposed_by: actor.userId };
    const id = await insertProposal(tx, { ...of, ...words, picture, created_at: now });
    if (!id) throw new Refusal('proposal_pending');
    await recordAudit(tx, now, {
      action: 'place_proposed',
      actorId: actor.userId,
      subject: { kind: 'place_proposal', id },
      after: { location_id: placeId, ...words },
      requestId: actor.requestId,
    });
    return show((await findOwnProposal(tx, organisationId, id))!);
  });
}

async function readUploaded(ctx: Context, id: string): Promise<Buffer> {
  const upload = await peekUpload(ctx, id, 'place-picture');
  if (upload.bytes > placePictureRules.mostBytes) throw new Refusal('not_found');
  return readPlacePicture(await buffer(upload.read()));
}

/** Takes back what waits. @throws Refusal `not_found`, `proposal_decided` */
export async function withdrawProposal(
  db: Db,
  now: Date,
  actor: Actor,
  { organisationId }: Own,
  id: string,
): Promise<PlaceProposal> {
  const withdrawn = await withTenant(db, { organisation: organisationId }, async (tx) => {
    const before = await findOwnProposal(tx, organisationId, id, { lock: true });
    if (!before || before.status === 'withdrawn') return before && show(before);
    if (before.status !== 'pending') throw new Refusal('proposal_decided', { status: before.status });
    await withdrawRow(tx, id, now);
    await recordAudit(tx, now, {
      action: 'place_proposal_withdrawn',
      actorId: actor.userId,
      subject: { kind: 'place_proposal', id },
      before: { status: 'pending' },
      after: { status: 'withdrawn' },
      requestId: actor.requestId,
    });
    return show((await findOwnProposal(tx, organisationId, id))!);
  });
  if (!withdrawn) throw missing(await isProposal(db, id));
  return withdrawn;
}

/** A page of the proposals of all partners, and how many wait. @throws Refusal `invalid_request` for a cursor that is none */
export async function listAllProposals(db: Db, { sort, after, limit, ...filter }: ListQuery & ProposalFilter) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const { rows, total } = await findProposalPage(db, filter, page);
  return { rows: rows.map(showToAdmin), total, next: nextOf(sort, page, rows), pending: await countPending(db) };
}

/** One of them. @throws Refusal `not_found` */
export async function getAnyProposal(db: Db, id: string): Promise<AdminPlaceProposal> {
  const [row] = (
    await findProposalPage(
      db,
      { id },
      readPage({ sort: 'created' }, () => true),
    )
  ).rows;
  if (!row) throw new Refusal('not_found');
  return showToAdmin(row);
}
