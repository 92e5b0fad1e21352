import { getPerformance } from '../../../contract/partner-performance.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { readPerformance } from './performance.ts';

export const performanceRoutes = [
  answer(getPerformance, ({ query }, ctx) => readPerformance(ctx.db, ctx.clock.now(), membershipOf(ctx), query.range)),
];
