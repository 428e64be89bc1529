import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { TruncatedName } from '../../../ui/controls/TruncatedName.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { groupCountOf, type WithPublicationList } from './selectors.ts';
import { allSwitched } from './slice.ts';

interface GroupRowProps {
  channel: string;
  group: string;
  /** Stopping is asked for first. */
  onStop: (group: string) => void;
}

/** The heading of a group in the list: its switch starts those of it that are off, and stops it once all are on. */
export function GroupRow({ channel, group, onStop }: GroupRowProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { on, all, busy } = useSelector(
    (state: WithPublicationList) => groupCountOf(state, channel, group),
    shallowEqual,
  );
  return (
    <li className="row row-group">
      <div className="row-text">
        <TruncatedName of={group} className="row-title" />{' '}
        <span className="dim small">{t('{{n}} of {{m}} on', { n: on, m: all })}</span>
      </div>
      <Switch
        label={t('Group {{group}}', { group: sanitizeDisplayText(group) })}
        checked={on === all}
        busy={busy}
        onChange={(checked) => (checked ? dispatch(allSwitched({ channel, on: true, group })) : onStop(group))}
      />
    </li>
  );
}
