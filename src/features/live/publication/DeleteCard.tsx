import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecording } from '../../../media/stored/recordingFiles.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';

export function DeleteCard({ channel, id, busy }: { channel: string; id: string; busy: boolean }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <Card>
      <Actions
        back={
          <span className="dim">
            {t('Deleting stops the publication immediately.')}
            {isRecording(id) && ` ${t('Its recorded files are kept.')}`}
          </span>
        }
      >
        <Button kind="danger" icon="trash" busy={busy} onClick={() => setAsking(true)}>
          {t('Delete')}
        </Button>
      </Actions>
      <DeleteDialog channel={channel} id={asking ? id : null} onClose={() => setAsking(false)} />
    </Card>
  );
}
