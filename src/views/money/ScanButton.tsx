import { useEffect, useRef, useState } from 'react'
import { takeCode } from '../../controllers/scanned-code'
import { Button } from '../../ui/Button'
import { useSheet } from '../../ui/sheet'
import { detectorClass } from './detector'
import css from './ScanButton.css?inline'
import { useMoneyMessages } from './use-money-messages'

const LOOK_MS = 250

/** A button that scans a payment code with the camera; the camera is on only while its picture is shown. */
export default function ScanButton({ onScan, onFail }: { onScan: (text: string) => void; onFail: () => void }) {
  useSheet(css)
  const t = useMoneyMessages()
  const [scanning, setScanning] = useState(false)
  return scanning ? (
    <Camera
      onEnd={(text) => {
        setScanning(false)
        const paid = text && takeCode(text)
        if (paid) onScan(paid)
      }}
      onFail={() => {
        setScanning(false)
        onFail()
      }}
    />
  ) : (
    <span className="receiver-scan">
      <Button size="small" kind="line" icon="qr" label={t.send.scan} onClick={() => setScanning(true)} />
    </span>
  )
}

function Camera({ onEnd, onFail }: { onEnd: (text?: string) => void; onFail: () => void }) {
  const t = useMoneyMessages()
  const video = useRef<HTMLVideoElement>(null)
  const end = useRef(onEnd)
  const fail = useRef(onFail)
  useEffect(() => {
    const Detector = detectorClass()
    let stream: MediaStream | undefined
    let stopped = false
    const look = Detector && new Detector({ formats: ['qr_code'] })
    const timer = setInterval(async () => {
      if (!video.current || !look || !stream) return
      const [code] = await look.detect(video.current).catch(() => [])
      if (code && !stopped) end.current(code.rawValue)
    }, LOOK_MS)
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      (given) => {
        stream = given
        if (stopped) for (const track of given.getTracks()) track.stop()
        else if (video.current) video.current.srcObject = given
      },
      // Refused, or there is no camera.
      () => stopped || fail.current(),
    )
    return () => {
      stopped = true
      clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  return (
    <span className="receiver-camera">
      <video ref={video} autoPlay playsInline muted aria-label={t.send.scan} />
      <Button size="small" kind="line" onClick={() => onEnd()}>
        {t.send.cancel}
      </Button>
    </span>
  )
}
