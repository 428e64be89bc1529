import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../feedback/Announcer.tsx';
import { useDelayed } from '../feedback/Waiting.tsx';
import { Button, IconButton } from './Button.tsx';

type CopyState = 'no' | 'yes' | 'failed';

const icons = { no: 'copy', yes: 'check', failed: 'alert' } as const;

interface CopyButtonProps {
  /** What is copied, in words: names the button. */
  what: string;
  text: string;
  /** Shows these words instead of only an icon. */
  words?: string;
}

/** Says for 2 s whether it worked, to eyes and ears. */
export function CopyButton({ what, text, words }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<CopyState>('no');
  const over = useDelayed(copied !== 'no', 2000);
  if (over) setCopied('no');
  const copy = async () => {
    const worked = await copyText(text);
    setCopied(worked ? 'yes' : 'failed');
    announce(worked ? t('Data copied to clipboard') : t('Error while copying data to clipboard'));
  };
  const props = { icon: icons[copied], onClick: () => void copy() };
  return words === undefined ? (
    <IconButton {...props} label={t('Copy {{what}}', { what })} />
  ) : (
    <Button {...props}>{words}</Button>
  );
}

/** Resolves to whether the text is in the clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page that came over plain http has no clipboard, and a core on the local network is often reached so.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.style.position = 'fixed';
  holder.style.opacity = '0';
  // Inside of an open dialog, which keeps the focus to itself.
  (focused?.closest('[role=dialog]') ?? document.body).append(holder);
  holder.select();
  const copied = document.execCommand('copy');
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
