import { render } from 'preact'
import './style.css'
import { Shell } from './app/shell.js'

render(<Shell />, document.getElementById('app')!)
