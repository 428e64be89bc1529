import { msg } from '../../../i18n/msg.ts';
import { type Analytics, analyticsOf } from '../../../viewer/analytics.ts';

/** Returns why the entered id is invalid, as English text to translate; null if it is valid or empty. */
export const analyticsFault = (ga: Analytics): string | null =>
  ga.account.trim() === '' || analyticsOf(ga) !== null
    ? null
    : msg(
        'Nothing is counted: this is not a measurement ID of Google Analytics 4, such as G-AB12CD34EF. IDs that begin with UA- ended in 2024.',
      );
