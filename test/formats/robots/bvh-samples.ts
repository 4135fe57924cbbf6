// Small motion-capture files of our own.

/** A figure of a trunk, two arms and a leg; channels in several orders, one joint without channels. */
export const FIGURE = `HIERARCHY
ROOT Hips
{
  OFFSET 0.5 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  JOINT Chest
  {
    OFFSET 0 5 0
    CHANNELS 3 Yrotation Xrotation Zrotation
    JOINT Shoulders
    {
      OFFSET 0 0 0
      CHANNELS 0
      JOINT LeftArm
      {
        OFFSET 2 0.5 0
        CHANNELS 3 Xrotation Zrotation Yrotation
        End Site
        {
          OFFSET 4 0 0
        }
      }
      JOINT Right Arm {
        OFFSET -2 0.5 0
        CHANNELS 2 Zrotation Xrotation
        End Site
        {
          OFFSET -4 0 0.25
        }
      }
    }
  }
  JOINT Leg
  {
    OFFSET 0 -1 0
    CHANNELS 1 Xrotation
    End Site
    {
      OFFSET 0 -6 0
    }
  }
}
MOTION
Frames: 4
Frame Time: .04
0 10 0 175 0 0 0 0 0 10 20 30 5 0 0
0.1 10 0 -179 1 0 0 5 0 -170 160 -150 6 1 10
0.2 10.5 -1e-1 -170 2 0 0 10 0 12 21 31 7 2 20
.3 11 0 -160 3 0 0 15 +0 13 22 32 8 3 390
`

/** One knee that folds the shin against the thigh, and past it. */
export const KNEE = `HIERARCHY
ROOT hip { OFFSET 0 0 0
  CHANNELS 1 Zrotation
  JOINT knee { OFFSET 0 -4 0
    CHANNELS 1 Zrotation
    JOINT ankle { OFFSET 0 -4 0
      CHANNELS 1 Zrotation
      End Site { OFFSET 0 0 4 } } } }
MOTION
Frames: 3
Frame Time: 0.1
0 0 0
5 80 0
10 180 0
`
