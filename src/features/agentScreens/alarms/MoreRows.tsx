import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../ui/controls/Button.tsx';
import { type AlarmList, olderWanted, type WithAlarms } from './slice.ts';

/** As many as the first look brings: with fewer there are no older ones. */
export const FIRST_ROWS = 100;

/** Below a list: those that are older. */
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
