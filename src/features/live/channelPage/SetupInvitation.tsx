import { useTranslation } from 'react-i18next';
import { msg } from '../../../i18n/msg.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Page } from '../../../ui/layout/Page.tsx';

const STEPS = [
  { title: msg('Choose a source'), text: msg('OBS or another encoder, an IP camera, a stream URL or a test pattern.') },
  {
    title: msg('Check video and audio'),
    text: msg('The server looks at the source and encodes only what players need.'),
  },
  {
    title: msg('Go live'),
    text: msg('On your own player page at once, then on YouTube, Twitch and other platforms.'),
  },
];

export function SetupInvitation({ channel, name }: { channel: string; name: string }) {
  const { t } = useTranslation();
  return (
    <Page title={t('Welcome')} context={name} quiet>
      <Card>
        <div className="welcome">
          <div>
            <h2>{t('Set up your first stream')}</h2>
            <p className="dim">{t('A few steps and you are live. You can change everything later.')}</p>
            <LinkButton kind="main" href={`#/${channel}/edit/wizard`}>
              {t('Next: Video setup')}
            </LinkButton>
          </div>
          <ol>
            {STEPS.map(({ title, text }, i) => (
              <li key={title}>
                <i aria-hidden>{i + 1}</i>
                <b>{t(title)}</b>
                <span className="dim">{t(text)}</span>
              </li>
            ))}
          </ol>
        </div>
      </Card>
    </Page>
  );
}
