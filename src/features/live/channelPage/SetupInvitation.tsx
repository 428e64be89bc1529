import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { msg } from '../../../i18n/msg.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import type { WithChannels } from '../channel/slice.ts';

interface Step {
  title: string;
  text: string;
  /** 160 × 96, with lines in `currentColor` and `.fill` in the accent color. */
  drawing: ReactNode;
}

const STEPS: readonly Step[] = [
  {
    title: msg('Choose a source'),
    text: msg('OBS on your computer, a camera or a video file.'),
    drawing: (
      <>
        <path d="M14 20h60v42H14zM6 70h76M36 62v8M52 62v8" />
        <path className="fill" d="M38 32l16 9-16 9z" />
        <path d="M92 48h22M107 41l7 7-7 7M124 22h28v22h-28zM124 52h28v22h-28zM131 33h.01M131 63h.01" />
      </>
    ),
  },
  {
    title: msg('Check video and audio'),
    text: msg('The server looks at both and changes only what does not fit.'),
    drawing: (
      <>
        <path d="M14 18h88v60H14zM14 66l24-24 18 18 14-12 32 28" />
        <path d="M82 32a6 6 0 1 1 0 .01zM122 78V54M134 78V38M146 78V62" />
        <path className="fill" d="M112 10a13 13 0 1 1 0 26 13 13 0 0 1 0-26z" />
        <path className="on-fill" d="M106 23l4.500 4.500L119 19" />
      </>
    ),
  },
  {
    title: msg('Go live'),
    text: msg('On your own page at once, then on YouTube, Twitch and others.'),
    drawing: (
      <>
        <path d="M14 14h72v56H14zM14 26h72M20 20h.01M27 20h.01M24 82h52" />
        <path className="fill" d="M42 36l20 12-20 12z" />
        <path d="M94 40c16 0 12-20 28-20M94 48h28M94 56c16 0 12 20 28 20M130 12h22v16h-22zM130 40h22v16h-22zM130 68h22v16h-22z" />
      </>
    ),
  },
];

export function SetupInvitation({ channel, name }: { channel: string; name: string }) {
  const { t } = useTranslation();
  const isFirst = useSelector((state: WithChannels) => state.channel.list.every(({ available }) => !available));
  const wizard = `#/${channel}/edit/wizard`;
  return (
    <Page title={t('Welcome')} context={name} quiet>
      <Card>
        <div className="welcome">
          <div>
            <h2>{t('Set up your first stream')}</h2>
            <p className="dim">{t('A few steps and you are live. You can change everything later.')}</p>
          </div>
          <ol>
            {STEPS.map(({ title, text, drawing }, i) => (
              <li key={title}>
                <svg viewBox="0 0 160 96" aria-hidden>
                  {drawing}
                </svg>
                <b>{`${i + 1}. ${t(title)}`}</b>
                <span className="dim">{t(text)}</span>
              </li>
            ))}
          </ol>
          <LinkButton kind="main" href={wizard}>
            {t('Next: Video setup')}
          </LinkButton>
        </div>
      </Card>
      <Card>
        <div className="welcome-trial">
          <div>
            <h2>{t('Nothing to send yet?')}</h2>
            <p className="dim">{t('A generated video shows how everything works. Replace it at any time.')}</p>
          </div>
          <LinkButton icon="test" href={`${wizard}?source=virtualvideo`}>
            {t('Try with a test pattern')}
          </LinkButton>
        </div>
      </Card>
      {isFirst && (
        <Card>
          <div className="welcome-trial">
            <div>
              <h2>{t('Moving from another machine?')}</h2>
              <p className="dim">{t('Its exported file sets up the same channels here.')}</p>
            </div>
            <LinkButton icon="copy" href="#/moving">
              {t('Export and import')}
            </LinkButton>
          </div>
        </Card>
      )}
    </Page>
  );
}
