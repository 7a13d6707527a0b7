import type { ReactNode } from 'react'
import type { Social } from '../../lib/social'
import { useSheet } from '../../ui/sheet'
import css from './SocialMark.css?inline'

/** A social network's logo, 20 px high; decorative, its name is beside it or in the button's label. */
export function SocialMark({ social }: { social: Social }) {
  useSheet(css)
  return (
    <svg className="social-mark" viewBox="0 0 24 24" aria-hidden="true">
      {marks[social]}
    </svg>
  )
}

/** The same as a tile of 72 px for a Ring. */
export function SocialTile({ social }: { social: Social }) {
  useSheet(css)
  return (
    <span className="social-tile" aria-hidden="true">
      <SocialMark social={social} />
    </span>
  )
}

const marks: Readonly<Record<Social, ReactNode>> = {
  google: (
    <>
      <g fill="none" strokeWidth="3.7">
        <path stroke="#ea4335" d="M17.67 7.24A7.4 7.4 0 0 0 5.24 8.99" />
        <path stroke="#fbbc05" d="M5.35 8.76A7.4 7.4 0 0 0 5.35 15.24" />
        <path stroke="#34a853" d="M5.29 15.13A7.4 7.4 0 0 0 16.95 17.5" />
        <path stroke="#4285f4" d="M16.76 17.67A7.4 7.4 0 0 0 19.4 12.26" />
      </g>
      <path fill="#4285f4" d="M12.2 10.15h8.85v3.7H12.2z" />
    </>
  ),
  github: (
    <>
      <circle cx="12" cy="12" r="10" fill="currentColor" />
      <path
        fill="var(--wm-bg)"
        d="M7.6 5.7c-.42 1.05-.42 1.95-.12 2.7a4.6 4.6 0 0 0-1.23 3.2c0 3.3 2.2 4.55 4.5 4.85-.45.45-.7 1.05-.75 1.85v3.9a10.3 10.3 0 0 0 4 0v-3.9c-.05-.8-.3-1.4-.75-1.85 2.3-.3 4.5-1.55 4.5-4.85a4.6 4.6 0 0 0-1.23-3.2c.3-.75.3-1.65-.12-2.7-1.05.05-2.05.6-2.85 1.15a9.5 9.5 0 0 0-3.1 0c-.8-.55-1.8-1.1-2.85-1.15z"
      />
      <path
        fill="none"
        stroke="var(--wm-bg)"
        strokeWidth="1.15"
        strokeLinecap="round"
        d="M10.2 18.8c-1.7.35-2.5-.25-3.1-1.35-.3-.5-.7-.85-1.2-.9"
      />
    </>
  ),
  apple: (
    <>
      <path
        fill="currentColor"
        d="M15.9 2.2c.16 1.33-.36 2.58-1.13 3.48-.8.93-2.06 1.64-3.27 1.54-.17-1.27.45-2.56 1.16-3.39.8-.93 2.17-1.6 3.24-1.63zM19.9 16.9c-.5 1.16-.76 1.68-1.42 2.7-.92 1.42-2.22 3.19-3.83 3.2-1.43.02-1.8-.93-3.74-.92-1.94.01-2.35.94-3.78.93-1.61-.02-2.84-1.61-3.76-3.03-2.58-3.97-2.85-8.63-1.26-11.11 1.13-1.76 2.91-2.79 4.59-2.79 1.71 0 2.78.94 4.19.94 1.37 0 2.2-.94 4.18-.94 1.49 0 3.07.81 4.2 2.22-3.69 2.02-3.09 7.3.63 8.8z"
      />
    </>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="10" fill="#1877f2" />
      <path
        fill="#fff"
        d="M13.55 22v-7.4h2.5l.45-2.9h-2.95V9.85c0-.85.4-1.55 1.65-1.55h1.4V5.85c-.65-.1-1.35-.2-2.05-.2-2.35 0-3.9 1.4-3.9 3.95v2.1H8v2.9h2.65V22z"
      />
    </>
  ),
  x: (
    <>
      <path fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" d="M4 4.2h4.3L20 19.8h-4.3L4 4.2z" />
      <path stroke="currentColor" strokeWidth="1.7" d="M19.2 4.2l-6.5 7M10.9 13.1 4.5 19.8" />
    </>
  ),
  discord: (
    <>
      <path
        fill="#5865f2"
        fillRule="evenodd"
        d="M8.9 4.5c-1.65.3-3.15.8-4.55 1.5C1.7 10 1 13.9 1.35 17.7a17.5 17.5 0 0 0 5.45 2.7l1.2-1.95a11 11 0 0 1-1.85-.9l.45-.35a12.6 12.6 0 0 0 10.8 0l.45.35c-.6.35-1.2.65-1.85.9l1.2 1.95a17.5 17.5 0 0 0 5.45-2.7c.4-4.4-.75-8.25-3-11.7-1.4-.7-2.9-1.2-4.55-1.5l-.6 1.15a16 16 0 0 0-5 0L8.9 4.5zM8.55 10.6c1.1 0 1.95.95 1.95 2.15s-.85 2.15-1.95 2.15-1.95-.95-1.95-2.15.85-2.15 1.95-2.15zm6.9 0c1.1 0 1.95.95 1.95 2.15s-.85 2.15-1.95 2.15-1.95-.95-1.95-2.15.85-2.15 1.95-2.15z"
      />
    </>
  ),
  farcaster: (
    <>
      <path
        fill="#7c5cd6"
        d="M5.7 3.8h12.6v2.6h3.2l-.8 2.9h-.9v8.5h.7v2.4h-5.9v-2.4h.8v-4.1a3.4 3.4 0 0 0-6.8 0v4.1h.8v2.4H3.5v-2.4h.7V9.3h-.9l-.8-2.9h3.2V3.8z"
      />
    </>
  ),
}
