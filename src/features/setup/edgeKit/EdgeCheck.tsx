import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatNumber } from '../../../i18n/format.ts';
import { parseEdgeAddresses } from '../../../media/edge/parseEdgeAddresses.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { GRADES } from '../preflight/Findings.tsx';
import { edgeCheckRequested, type WithEdgeKit } from './slice.ts';

export function EdgeCheck() {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const check = useSelector(({ edgeKit }: WithEdgeKit) => edgeKit.check);
  const [entered, setEntered] = useState('');
  const addresses = parseEdgeAddresses(entered);
  const running = check.status === 'running';
  return (
    <Stack form>
      <TextField
        label={t('Addresses of edges')}
        help={t('Separate several with blanks. Your browser asks each of them, as those of viewers do.')}
        error={
          addresses === null
            ? t(
                'Not a valid address of an edge. It must start with https:// or http://, without a user, a password or anything behind a ? or #.',
              )
            : undefined
        }
        placeholder="https://"
        value={entered}
        onChange={setEntered}
      />
      <div className="button-row">
        <Button
          busy={running}
          disabled={addresses === null || addresses.length === 0}
          onClick={() => addresses && dispatch(edgeCheckRequested(addresses))}
        >
          {t('Check edges')}
        </Button>
        {running && <ProgressNote>{t('Asking the edges …')}</ProgressNote>}
      </div>
      {check.status === 'answered' && (
        <List label={t('Check edges')}>
          {check.answers.map(({ address, viewers }) => {
            const { icon, tone } = GRADES[viewers === null ? 'fail' : 'good'];
            return (
              <ListRow
                key={address}
                icon={icon}
                tone={tone}
                title={address}
                detail={
                  viewers === null
                    ? t('Does not respond as an edge. Is it running, can this browser reach it, and is TLS right?')
                    : t('Responds. Viewers: {{viewers}}', { viewers: formatNumber(viewers, i18n.language) })
                }
              />
            );
          })}
        </List>
      )}
    </Stack>
  );
}
