import { msg } from '../../../i18n/msg.ts';
import { type Analytics, analyticsOf } from '../../../viewer/analytics.ts';

/** What is entered counts nothing: as English text. null: it does, or nothing is entered. */
export const analyticsFault = (ga: Analytics): string | null =>
  ga.account.trim() === '' || analyticsOf(ga) !== null
    ? null
    : msg(
        'Nothing is counted: this is not a measurement ID of Google Analytics 4, such as G-AB12CD34EF. IDs that begin with UA- ended in 2024.',
      );
