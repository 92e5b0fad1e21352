import { createProfile, getProfile, migrateRole, updateProfile } from '../../../contract/profiles.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { changeProfile, createTravelerProfile, findOwnProfile, isLegacyRole, migrateLegacyRole } from './profiles.ts';

export const profilesRoutes = [
  answer(getProfile, async (_input, ctx) => {
    const profile = await findOwnProfile(ctx.db, ctx.caller!.userId);
    return { profile, legacy_role: profile && isLegacyRole(profile.role) ? profile.role : null };
  }),

  answer(
    createProfile,
    ({ body: { organizationName: _, ...fields } }, ctx) =>
      createTravelerProfile(ctx.db, ctx.clock.now(), actorOf(ctx), fields),
    async (_input, ctx) => (await findOwnProfile(ctx.db, ctx.caller!.userId))!,
  ),

  answer(updateProfile, ({ body }, ctx) => changeProfile(ctx.db, ctx.clock.now(), actorOf(ctx), body)),

  answer(migrateRole, async (_input, ctx) => {
    const { profile, wasLegacy } = await migrateLegacyRole(ctx.db, ctx.clock.now(), actorOf(ctx));
    const description = 'A role of an earlier system became traveler.';
    if (wasLegacy) ctx.recordEvent({ type: 'role_changed', severity: 'info', description });
    return profile;
  }),
];
