import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../ui/controls/Button.tsx';
import { type AlarmList, olderWanted, type WithAlarms } from './slice.ts';

/** Size of the first page; a shorter one is complete. */
export const FIRST_ROWS = 100;

export function MoreRows({ list, rows }: { list: AlarmList; rows: number }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const hasEnded = useSelector(({ alarms }: WithAlarms) => alarms.ended.includes(list));
  if (rows < FIRST_ROWS || hasEnded) return null;
  return (
    <div className="card-body">
      <Button onClick={() => dispatch(olderWanted(list))}>{t('Show older ones')}</Button>
    </div>
  );
}
