import { listPartners as listEndpoint } from '../../../contract/partners.ts';
import { answer } from '../../platform/http/http.ts';
import { listPartners } from './partners.ts';

export const partnersRoutes = [answer(listEndpoint, ({ query }, ctx) => listPartners(ctx.db, ctx.clock.now(), query))];
