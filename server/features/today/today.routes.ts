import { getToday } from '../../../contract/today.ts';
import { answer } from '../../platform/http/http.ts';
import { readToday } from './today.ts';

export const todayRoutes = [answer(getToday, (_input, ctx) => readToday(ctx.db, ctx.clock.now()))];
